#pragma once

#include <cuda_pipeline.h>

#include <algorithm>
#include <cstdint>

#include "scan/tile.cuh"
#include "tutorial/tutorial.hpp"

/// Tiles whose words are copied to shared memory ahead of their use, and the launch of such kernels. (scan_staged explains them.)
namespace scan {

// [staged]
/// A thread's words of some tiles in shared memory, `stages` tiles at `memory`. Each thread reads only what it has copied itself.
template <int words, int stages>
class Staged {
 public:
  __device__ Staged(int4* memory, const int* in, std::int64_t n) : memory_(memory), in_(in), n_(n) {}

  /// Starts to copy the words of a tile to the next stage; 0 past the end.
  __device__ void load(std::int64_t tile) {
    const std::int64_t first = tile * tile_size<words>(static_cast<int>(blockDim.x));
    const std::int64_t left = n_ - first;  // one question per tile; a size per word costs 25 instructions
    if (left >= tile_size<words>(static_cast<int>(blockDim.x))) {
#pragma unroll
      for (int k = 0; k < words; ++k)
        __pipeline_memcpy_async(place(filled_, k), in_ + first + Tile<words>::place(k), sizeof(int4));
    } else {
      for (int k = 0; k < words; ++k) {
        int* to = reinterpret_cast<int*>(place(filled_, k));
        for (int i = 0; i < 4; ++i) {
          const int at = Tile<words>::place(k) + i;
          to[i] = at < left ? in_[first + at] : 0;
        }
      }
    }
    __pipeline_commit();
    filled_ = (filled_ + 1) % stages;
  }

  /// The words of the tile that was loaded `stages` calls ago, when they are there.
  __device__ Tile<words> next() {
    __pipeline_wait_prior(stages - 1);
    Tile<words> tile;
#pragma unroll
    for (int k = 0; k < words; ++k) tile.word[k] = *place(used_, k);
    used_ = (used_ + 1) % stages;
    return tile;
  }

 private:
  __device__ int4* place(int stage, int k) const {
    return &memory_[(stage * words + k) * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)];
  }

  int4* memory_;
  const int* in_;
  std::int64_t n_;
  int filled_ = 0;
  int used_ = 0;
};
// [staged]

/// The shared memory of `stages` tiles, in bytes.
inline int stage_bytes(int block_size, int words, int stages) {
  return block_size * words * stages * static_cast<int>(sizeof(int4));
}

/// Whether a block can have that much.
inline bool fits(int block_size, int words, int stages) {
  constexpr int others = 1024;  // the kernels' other shared memory
  return stage_bytes(block_size, words, stages) + others <=
         tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
}

/// The launch of a kernel whose blocks stay and wait for each other: as many as are resident at once.
template <typename Kernel>
class StagedLaunch {
 public:
  StagedLaunch(Kernel* kernel, int threads, int words, int stages, std::int64_t n)
      : tiles(tutorial::blocks_for(n, 4 * words * threads)), kernel_(kernel) {
    const int bytes = stage_bytes(threads, words, stages);
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
