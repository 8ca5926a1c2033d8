#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/simcc/options.hpp"

namespace cudasim::simcc {

/// Where the simulator's parts are, and the compiler that it calls. Environment variables of the same names override
/// the values of the build; a relative path starts at the folder of this program.
struct Parts {
  std::filesystem::path include_folder;    ///< CUDASIM_INCLUDE_DIR
  std::filesystem::path library;           ///< CUDASIM_LIBRARY
  std::vector<std::string> library_flags;  ///< CUDASIM_LIBRARY_FLAGS: flags that the library itself needs.
  std::filesystem::path toolkit_library;   ///< CUDASIM_TOOLKIT_LIBRARY: cuBLAS, cuFFT, cuRAND, NCCL
  std::filesystem::path lens_library;      ///< CUDASIM_LENS_LIBRARY
  std::vector<std::string> lens_flags;     ///< CUDASIM_LENS_FLAGS: flags to compile for the lens.
  std::vector<std::string>
      return_flags;                ///< A function that ends without its return value returns, as on a GPU.
  std::filesystem::path gpus;      ///< CUDASIM_GPUS: for --predict.
  std::filesystem::path tutorial;  ///< CUDASIM_DRIVER: the program that predicts.
  std::string compiler;            ///< CUDASIM_CXX, -ccbin, g++ or clang++
};

/// @throws std::runtime_error if one is missing.
Parts find_parts(const Options& options);

}  // namespace cudasim::simcc
