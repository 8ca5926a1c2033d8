#pragma once

#include <filesystem>
#include <string>

#include "driver/data/manifest.hpp"
#include "predict/gpu_file.hpp"
#include "predict/registers.hpp"

namespace tutorial::driver {

/// Of what nvcc has made of a program of the tutorial; empty where it was not built with nvcc.
predict::Registers compiled_registers(const Program& program);

/// Of what nvcc makes of a file of the user's own, for the GPU. Empty where there is no toolkit, or the file wants options that only its
/// user knows.
predict::Registers compiled_registers(const Manifest& manifest, const std::filesystem::path& source,
                                      const predict::Gpu& gpu);

}  // namespace tutorial::driver
