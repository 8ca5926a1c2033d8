#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "scan/block_scan.cuh"
#include "tutorial/across_warp.cuh"

/// Tiles that all blocks of a grid scan in waves. (scan_staged explains them.)
namespace scan {

/// The sum of a tile in one word, so that one store publishes it: 0 is nothing.
using Published = unsigned long long;

// [waves]
/// A wave is as many tiles as the grid has blocks, one for each. A block publishes the sum of its tile of the next wave before it
/// needs the sums of this one. All blocks must be resident.
class Waves {
 public:
  /// What warps tell each other at the barrier of a wave.
  struct Shared {
    int next[tutorial::warp_size], all[tutorial::warp_size], before[tutorial::warp_size];
  };
  struct Known {   ///< what every thread knows after it
    OfBlock next;  ///< of the block's tile in the next wave
    int before;    ///< the sum of all tiles before the block's tile of this wave
  };

  /// sums: a word per tile, 0 before the kernel.
  __device__ Waves(Published* sums, std::int64_t tiles, Shared (&shared)[2])
      : sums_(sums), tiles_(tiles), shared_(shared) {}

  /// Reads this thread's share of the sums of the wave that begins at tile `first`, as far as they are there.
  __device__ void look(std::int64_t first) {
    first_ = first;
    seen_ = threadIdx.x < gridDim.x ? read(first + threadIdx.x) : published(0);
  }

  /// Publishes the sum of the block's tile of the next wave, of which this warp's part is `sum`, and waits for the sums of the wave
  /// that look() began to read. All threads must call it.
  __device__ Known exchange(int sum) {
    const int lane = threadIdx.x % tutorial::warp_size, warp = threadIdx.x / tutorial::warp_size;
    const int warps = blockDim.x / tutorial::warp_size;
    int all = 0, before = 0;
    for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) {
      if (block != threadIdx.x) seen_ = read(first_ + block);
      while (seen_ == 0) seen_ = read(first_ + block);
      const int of_tile = static_cast<int>(static_cast<unsigned>(seen_));
      all += of_tile;
      if (block < blockIdx.x) before += of_tile;
    }
    all = tutorial::sum_across_warp(all);
    before = tutorial::sum_across_warp(before);
    Shared& shared = shared_[parity_];
    parity_ ^= 1;
    if (lane == 0) shared.next[warp] = sum, shared.all[warp] = all, shared.before[warp] = before;
    __syncthreads();

    const bool is_there = lane < warps;
    const int up_to = warp_scan(is_there ? shared.next[lane] : 0);
    const int total = __shfl_sync(0xFFFFFFFFu, up_to, warps - 1);
    const std::int64_t next = first_ + gridDim.x + blockIdx.x;
    if (threadIdx.x == 0 && next < tiles_)
      Word(sums_[next]).store(published(total), cuda::memory_order_relaxed);
    const Known known{{__shfl_sync(0xFFFFFFFFu, up_to, warp) - sum, total},
                      before_wave_ + tutorial::sum_across_warp(is_there ? shared.before[lane] : 0)};
    before_wave_ += tutorial::sum_across_warp(is_there ? shared.all[lane] : 0);
    return known;
  }

 private:
  using Word = cuda::atomic_ref<Published, cuda::thread_scope_device>;
  static __device__ Published published(int sum) { return Published{1} << 32 | static_cast<unsigned>(sum); }
  __device__ Published read(std::int64_t tile) const {
    return tile >= 0 && tile < tiles_ ? Word(sums_[tile]).load(cuda::memory_order_relaxed) : published(0);
  }

  Published* sums_;
  std::int64_t tiles_;
  Shared (&shared_)[2];
  std::int64_t first_ = 0;
  Published seen_ = 0;
  int before_wave_ = 0, parity_ = 0;
};
// [waves]

}  // namespace scan
