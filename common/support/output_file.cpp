#include "support/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include "support/text.hpp"

namespace tutorial {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, int error) {
  throw OutputError(fmt::format("cannot write to {}: {}", what, std::strerror(error)));
}

[[noreturn]] void refuse(const std::string& what, int error) {
  if (error == ENOSPC || error == EDQUOT || error == EIO) fail(what, error);
  throw OutputRefused(fmt::format("cannot write to {}: {}", what, std::strerror(error)));
}

/// 0, or the error number.
int write_all(int descriptor, const std::string& content) {
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t written = ::write(descriptor, content.data() + done, content.size() - done);
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  return 0;
}

constexpr const char* temporary_prefix = ".tutorial-";

/// What a killed run left beside its target: no file is written for a day.
void remove_forgotten_files(const fs::path& folder) {
  constexpr std::time_t a_day = 24 * 60 * 60;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
    struct stat status {};
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(temporary_prefix) || name.size() != std::strlen(temporary_prefix) + 6) continue;
    if (::lstat(entry.path().c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == ::geteuid() && status.st_mtime < std::time(nullptr) - a_day)
      ::unlink(entry.path().c_str());
  }
}

/// A new file beside `target`, gone at the end unless it has become the target.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target)
      : path_((target.parent_path() / (std::string(temporary_prefix) + "XXXXXX")).string()),
        descriptor_(::mkostemp(path_.data(), O_CLOEXEC)),
        error_(descriptor_ < 0 ? errno : 0) {}
  ~TemporaryFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int error() const { return error_; }

  /// 0, or the error number.
  int become(const std::string& target, const std::string& content) {
    struct stat old {};
    const bool replaces = ::stat(target.c_str(), &old) == 0;
    if (replaces && !S_ISREG(old.st_mode)) return EEXIST;  // never rename over a device or a folder
    if (const int error = fill(replaces ? old.st_mode & 07777u : 0666u & ~user_mask(), content); error != 0)
      return error;
    return ::rename(path_.c_str(), target.c_str()) == 0 ? 0 : errno;
  }

  /// The same where the target is not there yet, else EEXIST.
  int become_new(const std::string& target, const std::string& content) {
    const mode_t mode = 0666u & ~user_mask();
    if (const int error = fill(mode, content); error != 0) return error;
    if (::link(path_.c_str(), target.c_str()) == 0) return 0;
    if (errno == EEXIST) return errno;
    // A file system without hard links: take the name first, then replace what we have just made.
    const int taken = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (taken < 0) return errno;
    ::close(taken);
    return ::rename(path_.c_str(), target.c_str()) == 0 ? 0 : errno;
  }

 private:
  int fill(mode_t mode, const std::string& content) {
    if (::fchmod(descriptor_, mode) != 0) return errno;
    if (const int error = write_all(descriptor_, content); error != 0) return error;
    return ::fsync(descriptor_) == 0 ? 0 : errno;
  }

  static mode_t user_mask() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
  }

  std::string path_;
  int descriptor_;
  int error_;
};

bool leads_to_standard_output(const std::string& path) {
  struct stat named {};
  struct stat standard {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &standard) == 0 &&
         named.st_dev == standard.st_dev && named.st_ino == standard.st_ino;
}

/// The end of a chain of symbolic links, which need not exist.
fs::path link_target(const std::string& path) {
  constexpr int longest_chain = 40;
  fs::path target(path);
  for (int i = 0; i < longest_chain && fs::is_symlink(fs::symlink_status(target)); ++i) {
    target = target.parent_path() / fs::read_symlink(target);
  }
  return target;
}

}  // namespace

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)), standard_output_(path_ == "-" || leads_to_standard_output(path_)) {
  if (standard_output_) return;
  struct stat status {};
  if (::stat(path_.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) refuse(text::quoted(path_), EISDIR);
    if (::access(path_.c_str(), W_OK) != 0) refuse(text::quoted(path_), errno);
    in_place_ = !S_ISREG(status.st_mode);
  } else if (errno != ENOENT) {
    refuse(text::quoted(path_), errno);
  }
  if (in_place_) return;
  try {
    target_ = link_target(path_).string();
  } catch (const fs::filesystem_error& error) {
    refuse(text::quoted(path_), error.code().value());
  }
  if (target_.back() == '/') refuse(text::quoted(path_), EISDIR);
  remove_forgotten_files(fs::path(target_).parent_path());
  if (const int error = TemporaryFile(target_).error(); error != 0) refuse(text::quoted(path_), error);
}

void OutputFile::write(const std::string& content) const {
  if (is_standard_output()) return write_standard_output(content);
  int error = 0;
  if (in_place_) {
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail(text::quoted(path_), errno);
    error = write_all(descriptor, content);
    ::close(descriptor);
  } else {
    TemporaryFile file(target_);
    error = file.error() != 0 ? file.error() : file.become(target_, content);
  }
  if (error != 0) fail(text::quoted(path_), error);
}

bool OutputFile::create(const std::string& content) const {
  if (is_standard_output() || in_place_) return false;
  TemporaryFile file(target_);
  const int error = file.error() != 0 ? file.error() : file.become_new(target_, content);
  if (error != 0 && error != EEXIST) fail(text::quoted(path_), error);
  return error == 0;
}

bool OutputFile::same_as(const OutputFile& other) const {
  if (is_standard_output() || other.is_standard_output())
    return is_standard_output() && other.is_standard_output();
  if (in_place_ || other.in_place_) return false;
  return fs::weakly_canonical(target_) == fs::weakly_canonical(other.target_);
}

void write_standard_output(const std::string& content) {
  const bool written = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
  if (!written || std::fflush(stdout) != 0) fail("standard output", errno);
}

}  // namespace tutorial
