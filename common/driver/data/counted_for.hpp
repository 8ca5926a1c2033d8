#pragma once

#include <string>

#include "driver/data/manifest.hpp"
#include "predict/gpu_file.hpp"

namespace tutorial::driver {

/// The GPU of this name, or of the file of this path.
/// @throws UsageError where there is none
predict::Gpu gpu_of(const Manifest& manifest, const std::string& name);

/// Programs that run under the lens from now on count what predictions for the GPU are made of.
/// @param sample  they run a sample of each grid's blocks only, so that their results are wrong
void count_for(const predict::Gpu& gpu, bool sample);

}  // namespace tutorial::driver
