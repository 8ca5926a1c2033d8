#pragma once

#include <string>

#include "manifest.hpp"

namespace driver {

/// What the NVIDIA driver says about this machine.
struct Gpu {
  std::string name;      ///< of the first GPU, "NVIDIA H200"; empty if none is visible
  int driver_cuda = 0;   ///< the newest CUDA version the driver serves, 1000 x major + 10 x minor
  std::string why_none;  ///< "libcuda.so.1 is not installed"; empty if there is one
};

/// Asks libcuda, loaded at run time: the driver is built on machines that have never seen CUDA.
Gpu find_gpu();

/// Where the programs will run, and the sentence that tells the user.
struct BackendChoice {
  std::string backend;  ///< "cuda" or "sim"
  std::string sentence;
};

/// @param wanted  "auto", "cuda" or "sim"
/// @throws Failure where that back end cannot run here
BackendChoice choose_backend(const std::string& wanted, const Manifest& manifest, const Gpu& gpu);

}  // namespace driver
