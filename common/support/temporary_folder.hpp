#pragma once

#include <filesystem>
#include <string>

namespace tutorial {

/// Removes this user's temporary folders in `parent` whose process was killed: of this machine since it was started, at once; all others when they
/// are a day old.
void remove_forgotten_folders(const std::filesystem::path& parent);

/// The same where the system has such folders, once a process.
void remove_forgotten_folders();

/// An empty folder that goes with all that is in it at the end of the scope; what killed processes left goes with the next one.
class TemporaryFolder {
 public:
  /// Where the system has such folders, or in `parent`.
  /// @throws std::runtime_error that names it, if it is not there, has no room, or there is no right to make it
  TemporaryFolder();
  explicit TemporaryFolder(const std::filesystem::path& parent);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace tutorial
