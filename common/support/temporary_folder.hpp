#pragma once

#include <filesystem>
#include <string>

namespace tutorial {

/// An empty folder that goes with all that is in it at the end of the scope.
class TemporaryFolder {
 public:
  /// Where the system has such folders, or in `parent`.
  /// @throws std::system_error that names it, if there is no room or no right to make it
  TemporaryFolder();
  explicit TemporaryFolder(const std::filesystem::path& parent);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace tutorial
