#pragma once

#include <cstdint>
#include <string>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

/// What the NVIDIA driver says about this machine.
struct Gpu {
  std::string name;      ///< of the first GPU, "NVIDIA H200"; empty if none is visible
  int driver_cuda = 0;   ///< the newest CUDA version the driver serves, 1000 x major + 10 x minor
  std::string why_none;  ///< "libcuda.so.1 is not installed"; empty if there is one
};

/// Asks libcuda, loaded at run time: the driver is built on machines that have never seen CUDA.
Gpu find_gpu();

/// What results of a GPU are to be read with. 0 or empty: the driver does not tell.
struct GpuDetails {
  int major = 0;  ///< compute capability
  int minor = 0;
  int multiprocessors = 0;
  std::int64_t shared_bytes = 0;  ///< per SM
  std::int64_t l2_bytes = 0;
  std::int64_t memory_bytes = 0;
  std::string bus_id;  ///< by which nvidia-smi knows it, whatever CUDA_VISIBLE_DEVICES says
};

/// Of the first GPU that find_gpu has found.
GpuDetails gpu_details();

/// "" if programs can run on the GPU; else why not, half a sentence.
std::string why_not_cuda(const Manifest& manifest, const Gpu& gpu);

/// Where the programs will run, and the sentence that tells the user.
struct BackendChoice {
  std::string backend;  ///< "cuda" or "sim"
  std::string sentence;
};

/// @param wanted  "auto", "cuda" or "sim"
/// @throws Failure where that back end cannot run here
BackendChoice choose_backend(const std::string& wanted, const Manifest& manifest, const Gpu& gpu);

}  // namespace tutorial::driver
