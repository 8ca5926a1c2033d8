#pragma once

#include <future>
#include <string>
#include <vector>

#include "support/build.hpp"

namespace tutorial::driver {

/// Builds targets while this process does something else, which has the processor first. Its destructor waits for the end.
class BackgroundBuild {
 public:
  BackgroundBuild(const BuildFolder& folder, const std::string& name,
                  const std::vector<std::string>& targets);

  /// Shows how far it is, and waits for it. Returns what build() returns. @throws Interrupted
  std::string wait();

 private:
  Progress progress_{"tutorial"};
  std::future<std::string> problem_;
};

}  // namespace tutorial::driver
