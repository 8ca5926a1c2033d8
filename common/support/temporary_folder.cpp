#include "support/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "support/files.hpp"

namespace tutorial {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view prefix = "tutorial-";
constexpr std::size_t random_letters = 6;
constexpr std::size_t boot_letters = 8;
constexpr std::time_t a_day = 24 * 60 * 60;

/// Begins the name of a folder that has been locked ever since it has this name, by a process of this kernel since it runs. Empty where the system
/// does not say which that is. On a disk that several machines share, a lock may hold on its own machine alone.
const std::string& prefix_of_locked() {
  static const std::string name = [] {
    const std::string boot = read_text("/proc/sys/kernel/random/boot_id");
    return boot.size() < boot_letters ? "" : std::string(prefix) + boot.substr(0, boot_letters) + "-";
  }();
  return name;
}

bool is_called(const std::string& name, std::string_view begin) {
  return !begin.empty() && name.starts_with(begin) && name.size() == begin.size() + random_letters;
}

/// A name of ours: of this kernel, of another, or from before it was locked.
bool has_our_name(const std::string& name) {
  const std::string begin = name.substr(0, prefix.size() + boot_letters + 1);
  const bool is_of_a_kernel =
      begin.starts_with(prefix) && begin.ends_with('-') &&
      begin.find_first_not_of("0123456789abcdef-", prefix.size()) == std::string::npos;
  return is_called(name, prefix) || (is_of_a_kernel && is_called(name, begin));
}

/// Open and locked for as long as the folder is used, by this process alone; -1 where it cannot be.
int locked(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0 || ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

/// Where the system has such folders. Canonical: compilers name what they read without the links that lead there.
fs::path system_folder() {
  const char* variable = std::getenv("TMPDIR");
  try {
    return fs::canonical(fs::temp_directory_path());
  } catch (const fs::filesystem_error& error) {
    throw std::runtime_error(fmt::format("there is no folder for temporary files: {}{}: {}",
                                         variable ? "TMPDIR=" : "", variable ? variable : "/tmp",
                                         error.code().message()));
  }
}

/// Once a process is enough, and once for those that it forks.
void sweep_once(const fs::path& parent) {
  static const bool swept = (remove_forgotten_folders(parent), true);
  static_cast<void>(swept);
}

}  // namespace

void remove_forgotten_folders(const fs::path& parent) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    struct stat status {};
    const std::string name = entry.path().filename().string();
    if (!has_our_name(name) || ::lstat(entry.path().c_str(), &status) != 0) continue;
    const bool was_locked = is_called(name, prefix_of_locked());
    if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid()) continue;
    if (!was_locked && status.st_mtime > std::time(nullptr) - a_day) continue;
    const int descriptor = locked(entry.path());
    if (descriptor < 0) continue;  // it is still in use
    fs::remove_all(entry.path(), ignored);
    ::close(descriptor);
  }
}

void remove_forgotten_folders() {
  try {
    sweep_once(system_folder());
  } catch (const std::runtime_error&) {
    // There is no such folder: who needs one says so.
  }
}

TemporaryFolder::TemporaryFolder() : TemporaryFolder(system_folder()) {}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  sweep_once(parent);
  std::string name = (parent / std::string(prefix).append(random_letters, 'X')).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot make " + name);
  }
  path_ = name;
  lock_ = locked(path_);
  if (lock_ < 0 || prefix_of_locked().empty()) return;
  const fs::path renamed = parent / (prefix_of_locked() + name.substr(name.size() - random_letters));
  if (::rename(path_.c_str(), renamed.c_str()) == 0) path_ = renamed;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace tutorial
