#pragma once

/// @file
/// Warps, and how many blocks a device holds at a time.

#include <cuda_runtime.h>

#include <cstddef>

#include "tutorial/cuda_check.hpp"
#include "tutorial/device_attribute.hpp"

namespace tutorial {

/// Lanes of a warp, on every GPU that CUDA knows.
inline constexpr int warp_size = 32;

/// Multiprocessors of the current device. @throws CudaError
inline int multiprocessors() { return device_attribute(cudaDevAttrMultiProcessorCount); }

/// Blocks of `kernel` that one multiprocessor holds at a time, as its registers and shared memory allow;
/// `shared_bytes` is what the launch adds to the kernel's own. @throws CudaError
template <typename Kernel>
int resident_blocks_per_multiprocessor(Kernel* kernel, int block_size, std::size_t shared_bytes = 0) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_size, shared_bytes));
  return blocks;
}

/// The same for all multiprocessors: a grid of so many blocks is one wave, with no rest that runs alone.
template <typename Kernel>
unsigned resident_blocks(Kernel* kernel, int block_size, std::size_t shared_bytes = 0) {
  return static_cast<unsigned>(multiprocessors() *
                               resident_blocks_per_multiprocessor(kernel, block_size, shared_bytes));
}

/// Threads a block, for a kernel that wants few and large ones: 1024 where they fill a multiprocessor, which holds 1024,
/// 1536 or 2048 threads, else 512.
inline int large_block_size() {
  constexpr int largest = 1024;
  const int threads = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  return threads % largest == 0 ? largest : largest / 2;
}

}  // namespace tutorial
