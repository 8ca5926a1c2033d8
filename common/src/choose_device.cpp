#include "src/choose_device.hpp"

#include <cuda_runtime.h>
#include <fmt/format.h>

#include "tutorial/backend.hpp"
#include "tutorial/cuda_check.hpp"
#include "tutorial/errors.hpp"

namespace tutorial {

std::string choose_device(int wanted, const std::string& program) {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  static_cast<void>(cudaGetLastError());
  // Whatever the reason, there is no device to run on: CTest counts that as skipped, not as failed.
  if (code != cudaSuccess || count == 0) {
    throw CudaError(
        cudaErrorNoDevice,
        fmt::format("no CUDA device ({}); `./tutorial run {}` uses the CPU simulator instead, or build with "
                    "--preset sim",
                    code == cudaSuccess ? "none is visible" : cudaGetErrorString(code), program));
  }
  if (wanted >= count) {
    throw UsageError(
        fmt::format("--device: {} is not there; this machine has {}, counted from 0", wanted, count));
  }
  CUDA_CHECK(cudaSetDevice(wanted));
  if (backend() == Backend::simulator) return "CPU simulator";
  cudaDeviceProp properties{};
  CUDA_CHECK(cudaGetDeviceProperties(&properties, wanted));
  return properties.name;
}

}  // namespace tutorial
