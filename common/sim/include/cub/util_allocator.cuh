// CUB's allocator that keeps freed memory for later requests. Here it gives memory back at once, so that the lens sees uses after it.
#pragma once

#include "../cuda_runtime.h"

namespace cub {

class CachingDeviceAllocator {
 public:
  CachingDeviceAllocator(unsigned, unsigned = 1, unsigned = ~0u, std::size_t = ~std::size_t{0}, bool = false,
                         bool = false) {}
  CachingDeviceAllocator(bool = false, bool = false) {}

  cudaError_t DeviceAllocate(void** memory, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMalloc(memory, bytes);
  }
  template <class T>
  cudaError_t DeviceAllocate(T** memory, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMalloc(memory, bytes);
  }
  cudaError_t DeviceFree(void* memory) { return cudaFree(memory); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};

}  // namespace cub
