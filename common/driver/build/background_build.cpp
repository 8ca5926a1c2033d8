#include "driver/build/background_build.hpp"

#include <sys/resource.h>

namespace tutorial::driver {

BackgroundBuild::BackgroundBuild(const Manifest& manifest, const std::string& name,
                                 const std::vector<Binary>& binaries) {
  progress_.hide();
  problem_ = std::async(std::launch::async, [this, &manifest, name, binaries] {
    constexpr int niceness = 10;
    setpriority(PRIO_PROCESS, 0, niceness);  // on Linux: of this thread, and of what it starts
    return build_binaries(manifest, name, binaries, false, progress_);
  });
}

std::string BackgroundBuild::wait() {
  progress_.reveal();
  return problem_.get();
}

}  // namespace tutorial::driver
