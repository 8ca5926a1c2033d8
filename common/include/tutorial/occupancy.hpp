#pragma once

/// @file
/// Warps, and the number of resident blocks of a device.

#include <cuda_runtime.h>

#include <cstddef>

#include "tutorial/cuda_check.hpp"
#include "tutorial/device_attribute.hpp"

namespace tutorial {

/// Lanes per warp, on every GPU that CUDA supports.
inline constexpr int warp_size = 32;

/// Streaming multiprocessors (SMs) of the current device. @throws CudaError
inline int multiprocessors() { return device_attribute(cudaDevAttrMultiProcessorCount); }

/// Resident blocks of `kernel` per SM, as its registers and shared memory allow;
/// `shared_bytes` is the launch's dynamic shared memory. @throws CudaError
template <typename Kernel>
int resident_blocks_per_multiprocessor(Kernel* kernel, int block_size, std::size_t shared_bytes = 0) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_size, shared_bytes));
  return blocks;
}

/// Resident blocks of all SMs: a grid of this many blocks is one wave, with no partial wave after it.
template <typename Kernel>
unsigned resident_blocks(Kernel* kernel, int block_size, std::size_t shared_bytes = 0) {
  return static_cast<unsigned>(multiprocessors() *
                               resident_blocks_per_multiprocessor(kernel, block_size, shared_bytes));
}

/// Threads per block, for a kernel that needs few and large blocks: 1024 if they fill an SM, which holds 1024,
/// 1536 or 2048 threads; otherwise 512.
inline int large_block_size() {
  constexpr int largest = 1024;
  const int threads = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  return threads % largest == 0 ? largest : largest / 2;
}

}  // namespace tutorial
