#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/simcc/options.hpp"

namespace cudasim::simcc {

/// Where the simulator's parts lie, and the compiler behind it. Environment variables of the same names go
/// before what the build has set; a relative path starts at the folder of this program.
struct Parts {
  std::filesystem::path include_folder;    ///< CUDASIM_INCLUDE_DIR
  std::filesystem::path library;           ///< CUDASIM_LIBRARY
  std::vector<std::string> library_flags;  ///< CUDASIM_LIBRARY_FLAGS: what the library itself needs
  std::filesystem::path lens_library;      ///< CUDASIM_LENS_LIBRARY
  std::vector<std::string> lens_flags;     ///< CUDASIM_LENS_FLAGS: how the compiler makes code for the lens
  std::filesystem::path gpus;              ///< CUDASIM_GPUS: of --predict
  std::filesystem::path tutorial;          ///< CUDASIM_DRIVER: what predicts
  std::string compiler;                    ///< CUDASIM_CXX, -ccbin, g++ or clang++
};

/// @throws std::runtime_error if one is missing.
Parts find_parts(const Options& options);

}  // namespace cudasim::simcc
