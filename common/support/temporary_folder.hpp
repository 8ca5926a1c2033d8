#pragma once

#include <filesystem>
#include <string>

namespace tutorial {

/// Removes this user's temporary folders in `parent` that are older than a day and whose process, which was killed, has left.
void remove_forgotten_folders(const std::filesystem::path& parent);

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
