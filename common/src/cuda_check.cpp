#include "tutorial/cuda_check.hpp"

#include <fmt/format.h>

#include <string_view>

#include "support/text.hpp"
#include "tutorial/backend.hpp"

namespace tutorial {
namespace {

/// What CUDA_CHECK_LAUNCH passes as the expression.
constexpr std::string_view launch_expression = "kernel launch";

/// "sm_90" for the current device; "native" if the query fails.
std::string current_architecture() {
  int device = 0;
  int major = 0;
  int minor = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return "native";
  }
  return fmt::format("sm_{}{}", major, minor);
}

std::string other_architecture() {
  const std::string architecture = current_architecture();
  const std::string number = architecture == "native" ? architecture : architecture.substr(3);
  return fmt::format(
      "The program was compiled for another GPU: build with -DCMAKE_CUDA_ARCHITECTURES={} (nvcc -arch={}).",
      number, architecture);
}

/// A launch with too large a block fails as an invalid configuration or, from CUDA 13 on, as an invalid
/// value.
cudaError_t advised_code(cudaError_t code, std::string_view expression) {
  return code == cudaErrorInvalidValue && expression == launch_expression ? cudaErrorInvalidConfiguration
                                                                          : code;
}

}  // namespace

std::string error_advice(cudaError_t code) {
  switch (code) {
    case cudaErrorNoDevice:
      return "`./tutorial run` uses the CPU simulator where there is no GPU; or build with --preset sim.";
    case cudaErrorInsufficientDriver:
      return "There is no GPU, or its driver is older than the CUDA toolkit (nvidia-smi shows both "
             "versions). "
             "`./tutorial run` uses the CPU simulator; or build with --preset sim.";
    case cudaErrorMemoryAllocation:
      if (backend() == Backend::simulator)
        return "The simulator's device memory is this machine's own: choose smaller sizes.";
      return "Choose smaller sizes or another --device; nvidia-smi shows who holds the memory.";
    case cudaErrorLaunchOutOfResources:
      return "The kernel needs more registers or shared memory than a block of this size can have: use fewer "
             "threads "
             "a block (--block), or state the size with __launch_bounds__.";
    case cudaErrorInvalidConfiguration:
      return "A block has 1 to 1024 threads (at most 1024, 1024, 64), a grid 1 to 2147483647, 65535, 65535 "
             "blocks.";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorLaunchFailure:
      return "Find the line with compute-sanitizer, or run the program on the CPU simulator (build with "
             "--preset sim).";
    case cudaErrorLaunchTimeout:
      return "The kernel ran too long for a GPU that also drives a screen: choose smaller sizes.";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorUnsupportedPtxVersion: return other_architecture();
    case cudaErrorDevicesUnavailable:
      return "Another process holds the GPU for itself; nvidia-smi shows which.";
    default: return "";
  }
}

void check_cuda(cudaError_t code, const char* expression, const char* file, int line) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // otherwise the next check would report this error again
  std::string message = fmt::format("{}:{}: {}: {} ({}): {}", text::short_path(file), line, expression,
                                    cudaGetErrorName(code), static_cast<int>(code), cudaGetErrorString(code));
  if (const std::string advice = error_advice(advised_code(code, expression)); !advice.empty()) {
    message += "\n  " + advice;
  }
  throw CudaError(code, message);
}

}  // namespace tutorial
