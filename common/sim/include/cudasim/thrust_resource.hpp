// Where Thrust's device memory comes from: the simulated device's heap, so that kernels on it are checked.
#pragma once

#include <thrust/extrema.h>  // programs rely on it, since the CUDA back end includes it
#include <thrust/mr/memory_resource.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/system_error.h>  // the same

#include "cuda_runtime_api.h"

namespace cudasim {

inline void* thrust_allocate(std::size_t bytes, bool managed) {
  void* pointer = nullptr;
  if (bytes == 0) return pointer;
  const cudaError_t error = managed ? cudaMallocManaged(&pointer, bytes) : cudaMalloc(&pointer, bytes);
  if (error == cudaSuccess) return pointer;
  cudaGetLastError();
  throw thrust::system::detail::bad_alloc(cudaGetErrorString(error));
}

template <bool managed>
class ThrustResource final : public thrust::mr::memory_resource<> {
 public:
  void* do_allocate(std::size_t bytes, std::size_t) override { return thrust_allocate(bytes, managed); }
  void do_deallocate(void* pointer, std::size_t, std::size_t) override { cudaFree(pointer); }
};

}  // namespace cudasim
