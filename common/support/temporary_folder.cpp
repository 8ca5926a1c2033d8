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

namespace tutorial {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view prefix = "tutorial-";
constexpr std::size_t random_letters = 6;
constexpr std::time_t a_day = 24 * 60 * 60;

bool has_our_name(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(prefix) && name.size() == prefix.size() + random_letters;
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

}  // namespace

void remove_forgotten_folders(const fs::path& parent) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    struct stat status {};
    if (!has_our_name(entry.path()) || ::lstat(entry.path().c_str(), &status) != 0) continue;
    if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() ||
        status.st_mtime > std::time(nullptr) - a_day)
      continue;
    const int descriptor = locked(entry.path());
    if (descriptor < 0) continue;  // it is still in use
    fs::remove_all(entry.path(), ignored);
    ::close(descriptor);
  }
}

TemporaryFolder::TemporaryFolder() : TemporaryFolder(system_folder()) {}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  static const bool swept = (remove_forgotten_folders(parent), true);  // once a process is enough
  static_cast<void>(swept);
  std::string name = (parent / std::string(prefix).append(random_letters, 'X')).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot make " + name);
  }
  path_ = name;
  lock_ = locked(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace tutorial
