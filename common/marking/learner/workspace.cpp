#include "marking/learner/workspace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "support/child_process.hpp"
#include "support/output_file.hpp"
#include "support/text.hpp"

namespace tutorial::learner {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const char* what, const fs::path& path, int error) {
  throw OutputError(fmt::format("cannot {} {}: {}", what, text::quoted(path.string()), std::strerror(error)));
}

/// All of a file, or nothing and the error number.
std::optional<std::string> content_of(const fs::path& file, int& error) {
  std::error_code code;
  if (fs::is_directory(file, code)) {
    error = EISDIR;
    return std::nullopt;
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    error = errno;
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// The 7 of "NAME.7.cu"; 0 for all else.
int backup_number(const std::string& file_name, const std::string& stem, const std::string& extension) {
  const std::string before = stem + ".";
  if (file_name.size() <= before.size() + extension.size() || !file_name.starts_with(before) ||
      !file_name.ends_with(extension))
    return 0;
  int number = 0;
  const char* end = file_name.data() + file_name.size() - extension.size();
  const auto [rest, error] = std::from_chars(file_name.data() + before.size(), end, number);
  return error == std::errc() && rest == end ? number : 0;
}

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Seconds since 1970 of the last save; 0 if there is no such file. Never in the future, whatever the clock
/// that wrote it.
double saved(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return 0;
  const double at =
      static_cast<double>(status.st_mtim.tv_sec) + static_cast<double>(status.st_mtim.tv_nsec) * 1e-9;
  return std::min(at, now());
}

}  // namespace

/// Held while files change. Where the folder cannot hold a lock (read-only, some network file systems), there
/// is none.
class Workspace::Lock {
 public:
  explicit Lock(const Workspace& workspace)
      : file_(::open((workspace.folder_ / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    while (file_ >= 0 && ::flock(file_, LOCK_EX) != 0 && errno == EINTR && !caught_signal()) {
    }
  }
  ~Lock() {
    if (file_ >= 0) ::close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_;
};

Workspace::Workspace(fs::path folder) : folder_(std::move(folder)) {}

fs::path Workspace::file(const std::string& name) const { return folder_ / (name + ".cu"); }

fs::path Workspace::state_file() const { return folder_ / ".progress.json"; }

void Workspace::make_folder(const fs::path& folder) const {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("make the folder", folder, error.value());
}

bool Workspace::create(const std::string& name, const std::string& content) {
  make_folder(folder_);
  const Lock lock(*this);
  return OutputFile(file(name).string()).create(content);
}

std::optional<fs::path> Workspace::replace(const std::string& name, const std::string& content) {
  make_folder(folder_);
  const Lock lock(*this);
  // The target is read again each time: the name may be a link, and a link is set aside as such.
  const auto create = [&] { return OutputFile(file(name).string()).create(content); };
  if (create()) return std::nullopt;
  int error = 0;
  if (content_of(file(name), error) == content) return std::nullopt;
  const fs::path backup = set_aside(file(name));
  try {
    create();
  } catch (const OutputError&) {
    std::error_code ignored;
    fs::rename(backup, file(name), ignored);
    throw;
  }
  return backup;
}

/// Moves a file to .backup, under a number greater than those there. @throws OutputError; the file is then
/// where it was
fs::path Workspace::set_aside(const fs::path& file) const {
  const fs::path folder = folder_ / ".backup";
  make_folder(folder);
  std::string stem = file.stem().string();
  if (stem.starts_with('.')) stem.erase(0, 1);
  const std::string extension = file.extension().string();
  int number = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    number = std::max(number, backup_number(entry.path().filename().string(), stem, extension));
  for (;;) {
    const fs::path backup = folder / fmt::format("{}.{}{}", stem, ++number, extension);
    const int taken = ::open(backup.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (taken < 0 && errno == EEXIST) continue;
    if (taken < 0) fail("write to", backup, errno);
    ::close(taken);
    if (::rename(file.c_str(), backup.c_str()) == 0) return backup;
    const int error = errno;
    ::unlink(backup.c_str());
    fail("move to .backup", file, error);
  }
}

State Workspace::read_state(bool to_be_written) {
  int error = 0;
  const std::optional<std::string> text = content_of(state_file(), error);
  if (!text && error == ENOENT) return {};
  if (!text && to_be_written) fail("read", state_file(), error);
  if (!text) {
    notes_.push_back(fmt::format("your progress cannot be read ({}: {})", state_file().filename().string(),
                                 std::strerror(error)));
    return {};
  }
  try {
    return parse_state(*text);
  } catch (const BrokenState& broken) {
    const fs::path kept = set_aside(state_file());
    notes_.push_back(
        fmt::format("your progress was unreadable ({}). It is kept as {}, and a new record begins; your "
                    "files are untouched",
                    text::escaped(broken.what()), kept.string()));
    return {};
  }
}

State Workspace::state() {
  const Lock lock(*this);
  try {
    return read_state(false);
  } catch (const OutputError& error) {
    notes_.push_back(fmt::format("your progress is unreadable and cannot be moved away ({})", error.what()));
    return {};
  }
}

void Workspace::update(const std::string& name, const std::function<void(ExerciseState&)>& change) {
  make_folder(folder_);
  const Lock lock(*this);
  State state = read_state(true);
  ExerciseState& exercise = state[name];
  exercise.touched = now();
  change(exercise);
  OutputFile(state_file().string()).write(state_text(state));
}

std::string Workspace::last_worked_on(const std::vector<std::string>& names) {
  const State remembered = state();
  std::string last;
  double latest = 0;
  for (const std::string& name : names) {
    const auto found = remembered.find(name);
    const double at = std::max(saved(file(name)), found == remembered.end() ? 0 : found->second.touched);
    if (at > latest) {
      latest = at;
      last = name;
    }
  }
  return last;
}

std::vector<std::string> Workspace::notes() { return std::exchange(notes_, {}); }

}  // namespace tutorial::learner
