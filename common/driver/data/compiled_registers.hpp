#pragma once

#include <filesystem>
#include <string>

#include "driver/data/manifest.hpp"
#include "predict/gpu_file.hpp"
#include "predict/registers.hpp"

namespace tutorial::driver {

/// Of what nvcc has made of a program of the tutorial; empty where it was not built with nvcc.
predict::Registers compiled_registers(const Program& program);

/// The registers of a user's own file as compiled by nvcc. Empty if there is no toolkit, or the file needs options that only its
/// user knows.
predict::Registers compiled_registers(const Manifest& manifest, const std::filesystem::path& source,
                                      const predict::Gpu& gpu);

}  // namespace tutorial::driver
