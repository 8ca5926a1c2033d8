#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudasim::simcc {

/// A folder of its own that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// From now on SIGINT, SIGTERM and SIGHUP end the running command and not this process, so that it can tidy
/// up.
void forward_signals();

/// Runs a command and waits for it. @return its exit code, or 128 + the signal that ended it.
int run_command(const std::vector<std::string>& words);

/// The file that `name` starts, looked for in PATH; empty if there is none.
std::filesystem::path find_program(const std::string& name);

}  // namespace cudasim::simcc
