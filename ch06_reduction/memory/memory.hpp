#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/device.hpp"
#include "tutorial/cuda_check.hpp"

/// What the two programs on the memory ladder share.
namespace ch06 {

/// `count` elements of the host's memory that kernels read over the bus: pinned, and mapped into the device's
/// addresses. Not initialised.
class MappedWords {
 public:
  explicit MappedWords(std::size_t count) {
    CUDA_CHECK(
        cudaHostAlloc(reinterpret_cast<void**>(&host_), count * sizeof(unsigned), cudaHostAllocMapped));
    const cudaError_t mapped = cudaHostGetDevicePointer(reinterpret_cast<void**>(&device_), host_, 0);
    if (mapped != cudaSuccess) static_cast<void>(cudaFreeHost(host_));
    CUDA_CHECK(mapped);
  }
  ~MappedWords() { static_cast<void>(cudaFreeHost(host_)); }
  MappedWords(const MappedWords&) = delete;
  MappedWords& operator=(const MappedWords&) = delete;

  unsigned* host() { return host_; }
  const unsigned* device() const { return device_; }

 private:
  unsigned* host_ = nullptr;
  unsigned* device_ = nullptr;
};

/// Sizes that show the steps: doubled from `first` on, and `largest` itself.
inline std::vector<std::int64_t> doubled_sizes(std::int64_t first, std::int64_t largest) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = first; size < largest; size *= 2) sizes.push_back(size);
  sizes.push_back(largest);
  return sizes;
}

/// A size that surely lies in the L1 cache, and one that is as many times larger than the L1 cache as it is
/// smaller than the L2 cache. Multiples of `grain`; no larger than `largest`.
inline std::int64_t size_in_l1(const Device& device, std::int64_t grain, std::int64_t largest) {
  return std::max(grain, std::min(device.l1 / 4, largest) / grain * grain);
}
inline std::int64_t size_in_l2(const Device& device, std::int64_t grain, std::int64_t largest) {
  const double middle = std::sqrt(static_cast<double>(device.l1) * static_cast<double>(device.l2));
  const auto power_of_two = static_cast<std::int64_t>(std::exp2(std::floor(std::log2(middle))));
  return std::max(grain, std::min(power_of_two, largest) / grain * grain);
}

}  // namespace ch06
