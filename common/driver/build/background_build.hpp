#pragma once

#include <future>
#include <string>
#include <vector>

#include "driver/build/binaries.hpp"

namespace tutorial::driver {

/// Builds programs while this process does something else, which has the processor first. Its destructor waits for the end.
class BackgroundBuild {
 public:
  BackgroundBuild(const Manifest& manifest, const std::string& name, const std::vector<Binary>& binaries);

  /// Shows how far it is, and waits for it. Returns what build_binaries() returns. @throws Interrupted
  std::string wait();

 private:
  Progress progress_{"tutorial"};
  std::future<std::string> problem_;
};

}  // namespace tutorial::driver
