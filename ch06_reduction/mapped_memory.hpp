#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "tutorial/cuda_check.hpp"

namespace ch06 {

/// `count` elements of the host's memory that kernels reach over the bus: pinned, and mapped into the device's
/// addresses. Not initialised.
template <typename T>
class MappedMemory {
 public:
  explicit MappedMemory(std::size_t count) : MappedMemory(allocated(count)) {
    CUDA_CHECK(cudaHostGetDevicePointer(&device_, host_, 0));
  }
  ~MappedMemory() { static_cast<void>(cudaFreeHost(host_)); }
  MappedMemory(const MappedMemory&) = delete;
  MappedMemory& operator=(const MappedMemory&) = delete;

  T* host() { return host_; }
  const T* host() const { return host_; }
  T* device() { return device_; }

 private:
  /// Delegated to, so that the destructor frees the memory also where it cannot be mapped.
  explicit MappedMemory(T* host) : host_(host) {}

  static T* allocated(std::size_t count) {
    T* memory = nullptr;
    CUDA_CHECK(cudaHostAlloc(&memory, count * sizeof(T), cudaHostAllocMapped));
    return memory;
  }

  T* host_;
  T* device_ = nullptr;
};

}  // namespace ch06
