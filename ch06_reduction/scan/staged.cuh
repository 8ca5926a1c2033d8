#pragma once

#include <cuda_pipeline.h>

#include <algorithm>
#include <cstdint>

#include "scan/tile.cuh"
#include "tutorial/tutorial.hpp"

/// Tiles whose words are copied to shared memory ahead of their use, and the launch of such kernels. (scan_staged explains them.)
namespace scan {

// [staged]
/// A warp's parts of tiles in shared memory, the last `stages` of those that it has loaded. Each thread reads what it has copied itself.
template <int warps, int words, int stages>
class Staged {
 public:
  __device__ Staged(int4* memory, const int* in, std::int64_t n) : memory_(memory), in_(in), n_(n) {}

  /// Starts to copy the warp's part of a tile to the next place; 0 past the end.
  __device__ void load(std::int64_t tile) {
    const std::int64_t first = tile * size;
    const std::int64_t left = n_ - first;  // one question per tile; a size per word costs 25 instructions
    int4* to = part(loaded_) + threadIdx.x % tutorial::warp_size;
    if (left >= size) {
#pragma unroll
      for (int k = 0; k < words; ++k)
        __pipeline_memcpy_async(to + k * tutorial::warp_size, in_ + first + Tile<words>::place(k),
                                sizeof(int4));
    } else if (left >= 0) {  // 0: of no element at all, there is one empty tile
      for (int k = 0; k < words; ++k) {
        const auto at = [&](int i) {
          return Tile<words>::place(k) + i < left ? in_[first + Tile<words>::place(k) + i] : 0;
        };
        to[k * tutorial::warp_size] = {at(0), at(1), at(2), at(3)};
      }
    }
    __pipeline_commit();
    ++loaded_;
  }

  /// Waits for all loads but the last `in_flight`.
  template <int in_flight>
  static __device__ void wait() {
    __pipeline_wait_prior(in_flight);
  }

  /// The warp's words of the tile that was loaded as number `i`, from 0 on, and those of a thread.
  __device__ int4* part(int i) const {
    const int warp = static_cast<int>(threadIdx.x) / tutorial::warp_size;
    return memory_ + (i % stages * warps + warp) * words * tutorial::warp_size;
  }
  __device__ Tile<words> tile(int i) const {
    Tile<words> tile;
#pragma unroll
    for (int k = 0; k < words; ++k)
      tile.word[k] = part(i)[k * tutorial::warp_size + threadIdx.x % tutorial::warp_size];
    return tile;
  }

 private:
  static constexpr int size = tile_size<words>(warps * tutorial::warp_size);
  int4* memory_;
  const int* in_;
  std::int64_t n_;
  int loaded_ = 0;
};
// [staged]

/// The shared memory of `stages` tiles, in bytes.
inline int stage_bytes(int warps, int words, int stages) {
  return warps * tutorial::warp_size * words * stages * static_cast<int>(sizeof(int4));
}

/// Whether a block can have that much.
inline bool fits(int warps, int words, int stages) {
  constexpr int others = 2048;  // the kernels' other shared memory
  return stage_bytes(warps, words, stages) + others <=
         tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
}

/// The launch of a kernel whose blocks stay and wait for each other: as many as are resident at once.
template <typename Kernel>
class StagedLaunch {
 public:
  /// tile: elements. bytes: of shared memory
  StagedLaunch(Kernel* kernel, int threads, int tile, int bytes, std::int64_t n)
      : tiles(tutorial::blocks_for(n, tile)), kernel_(kernel) {
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const auto shared = static_cast<std::size_t>(bytes);
    config_.gridDim = std::min(tiles, tutorial::resident_blocks(kernel, threads, shared));
    config_.blockDim = static_cast<unsigned>(threads);
    config_.dynamicSmemBytes = shared;
    cooperative_.id = cudaLaunchAttributeCooperative;
    cooperative_.val.cooperative = 1;
  }

  template <typename... Arguments>
  void operator()(Arguments... arguments) const {
    cudaLaunchConfig_t config = config_;
    cudaLaunchAttribute cooperative = cooperative_;
    config.attrs = &cooperative;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel_, arguments...));
  }

  const unsigned tiles;

 private:
  Kernel* kernel_;
  cudaLaunchConfig_t config_{};
  cudaLaunchAttribute cooperative_{};
};

}  // namespace scan
