#pragma once

#include <cuda_awbarrier_primitives.h>

#include <cstdint>
#include <cuda/atomic>

#include "scan/block_scan.cuh"
#include "tutorial/across_warp.cuh"

/// Tiles that all blocks of a grid scan in waves. (scan_staged explains them.)
namespace scan {

/// The sum of a tile in one word, so that one store publishes it: 0 is nothing.
using Published = unsigned long long;

// [waves]
/// A wave is as many tiles as the grid has blocks, one for each. All blocks must be resident. In each block `warps` warps handle the
/// tiles, and two more exchange the sums: one publishes those of the block, the other adds up those of all blocks. A warp reports its
/// part of a tile at most `ahead` waves before it asks for the sum of everything before it.
template <int warps, int ahead>
class Waves {
 public:
  static constexpr int threads = (warps + 2) * tutorial::warp_size;
  /// What the warps of a block tell each other: a place for each wave in progress.
  struct Place {
    __mbarrier_t reported, known;
    int sum[warps], before[warps];
  };
  struct Shared {
    Place places[ahead + 2];
  };

  /// sums: a word per tile, 0 before the kernel. All threads must call it.
  __device__ Waves(Published* sums, std::int64_t tiles, Shared& shared)
      : sums_(sums), tiles_(tiles), shared_(shared) {
    if (threadIdx.x == 0) {
      for (Place& place : shared.places)
        __mbarrier_init(&place.reported, warps), __mbarrier_init(&place.known, 2 * tutorial::warp_size);
    }
    __syncthreads();
  }

  /// The number of the block's tile in a wave.
  __device__ std::int64_t tile_of(int wave) const { return std::int64_t{wave} * gridDim.x + blockIdx.x; }

  /// Called by the warps that handle tiles: this warp's part of the tile has the sum `sum`.
  __device__ void report(int wave, int sum) {
    if (lane() != 0) return;
    Place& place = place_of(wave);
    place.sum[warp()] = sum;
    __mbarrier_arrive(&place.reported);
  }

  /// Then: waits for the sum of everything before this warp's part.
  __device__ int before(int wave) {
    Place& place = place_of(wave);
    wait(place.known, wave);
    const int sum = place.before[warp()];
    __syncwarp();  // all lanes have read, before lane 0 reports a later wave
    return sum;
  }

  /// All that one of the two other warps does.
  __device__ void publish() {
    for (int wave = 0; tile_of(wave) < tiles_; ++wave) {
      wait(place_of(wave).reported, wave);
      const int part = part_of_lane(wave);
      __mbarrier_arrive(&place_of(wave).known);  // each lane, after its own load: its word may be reused
      const int total = tutorial::sum_across_warp(part);
      if (lane() == 0) Word(sums_[tile_of(wave)]).store(published(total), cuda::memory_order_relaxed);
    }
  }

  /// All that the other one does.
  __device__ void collect() {
    int before_wave = 0;
    for (int wave = 0; tile_of(wave) < tiles_; ++wave) {
      int all = 0, before = 0;  // of this lane's share of the wave's tiles
      for (unsigned first = lane(); first < gridDim.x; first += at_a_time * tutorial::warp_size) {
        Published seen[at_a_time];
#pragma unroll
        for (int i = 0; i < at_a_time; ++i) seen[i] = read(wave, first + i * tutorial::warp_size);
#pragma unroll
        for (int i = 0; i < at_a_time; ++i) {
          const unsigned block = first + i * tutorial::warp_size;
          Published word = seen[i];
          while (word == 0) word = read(wave, block);
          const int sum = static_cast<int>(static_cast<unsigned>(word));
          all += sum;
          if (block < blockIdx.x) before += sum;
        }
      }
      before = before_wave + tutorial::sum_across_warp(before);
      before_wave += tutorial::sum_across_warp(all);

      Place& place = place_of(wave);
      wait(place.reported, wave);
      const int part = part_of_lane(wave);
      const int up_to = warp_scan(part);
      if (lane() < warps) place.before[lane()] = before + up_to - part;
      __mbarrier_arrive(&place.known);  // each lane, after its own store
    }
  }

 private:
  static constexpr int at_a_time = 8;  // loads in flight per lane
  using Word = cuda::atomic_ref<Published, cuda::thread_scope_device>;
  static __device__ Published published(int sum) { return Published{1} << 32 | static_cast<unsigned>(sum); }
  static __device__ int lane() { return static_cast<int>(threadIdx.x % tutorial::warp_size); }
  static __device__ int warp() { return static_cast<int>(threadIdx.x / tutorial::warp_size); }

  __device__ Published read(int wave, unsigned block) const {
    const std::int64_t tile = std::int64_t{wave} * gridDim.x + block;
    return block < gridDim.x && tile < tiles_ ? Word(sums_[tile]).load(cuda::memory_order_relaxed)
                                              : published(0);
  }
  __device__ Place& place_of(int wave) { return shared_.places[wave % (ahead + 2)]; }
  __device__ int part_of_lane(int wave) { return lane() < warps ? place_of(wave).sum[lane()] : 0; }
  static __device__ void wait(__mbarrier_t& barrier, int wave) {
    constexpr unsigned sleep = 10'000;  // ns at most; it wakes up when the phase ends
    while (!__mbarrier_try_wait_parity(&barrier, wave / (ahead + 2) % 2 != 0, sleep)) {
    }
  }

  Published* sums_;
  std::int64_t tiles_;
  Shared& shared_;
};
// [waves]

}  // namespace scan
