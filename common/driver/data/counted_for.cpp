#include "driver/data/counted_for.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "tutorial/errors.hpp"

namespace tutorial::driver {

predict::Gpu gpu_of(const Manifest& manifest, const std::string& name) {
  try {
    return predict::gpu_named(manifest.source_dir / "common/predict/gpus", name);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

void count_for(const predict::Gpu& gpu, bool sample) {
  setenv("LENS_PREDICT", sample ? "sample" : "all", 1);
  // A grid that the program fits to the device is the one that this GPU would get.
  setenv("CUDASIM_MULTIPROCESSORS", fmt::format("{:.0f}", gpu.multiprocessors).c_str(), 1);
}

}  // namespace tutorial::driver
