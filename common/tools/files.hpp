#pragma once

#include <filesystem>
#include <string>

namespace driver {

/// A folder that goes with all that is in it at the end of the scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// All of a text file; "" if it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// The first `count` lines of a text.
std::string first_lines(const std::string& text, int count);

/// The last `count` lines of a text.
std::string last_lines(const std::string& text, int count);

}  // namespace driver
