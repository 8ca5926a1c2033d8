#pragma once

#include <cstdint>
#include <cuda/atomic>

#include "scan/block_scan.cuh"

/// How a tile learns the sum of all tiles before it. (scan_look_back explains it.)
namespace scan {

// [state]
/// What is known of a tile, in one word, so that one store publishes it: the sum in the lower half, its kind in the upper.
enum Kind : unsigned { nothing = 0, sum_of_tile = 1, sum_up_to_tile = 2 };
using State = unsigned long long;

__device__ inline State state_of(Kind kind, int sum) {
  return State{kind} << 32 | static_cast<unsigned>(sum);
}
__device__ inline Kind kind_of(State state) { return static_cast<Kind>(state >> 32); }
__device__ inline int sum_of(State state) { return static_cast<int>(static_cast<unsigned>(state)); }
// [state]

/// A ticket and a state per tile, all 0 before the kernel.
class States {
 public:
  /// How many words `tiles` tiles need.
  static std::size_t words(std::int64_t tiles) { return static_cast<std::size_t>(tiles) + 1; }

  explicit __device__ States(State* all) : ticket_(all), states_(all + 1) {}

  /// The next tile. Whoever gets it knows that blocks which run, or have run, have all tiles before it.
  __device__ std::int64_t take() const { return static_cast<std::int64_t>(atomicAdd(ticket_, State{1})); }

  __device__ void publish(std::int64_t tile, Kind kind, int sum) const {
    Word(states_[tile]).store(state_of(kind, sum), cuda::memory_order_relaxed);
  }

  // [look_back]
  /// The sum of all tiles before `tile`. A warp must call it: its lanes look at 32 tiles at a time.
  __device__ int look_back(std::int64_t tile) const {
    const int lane = threadIdx.x % tutorial::warp_size;
    int sum = 0;
    unsigned ends = 0;  // the lanes whose tile knows the sum of all before it
    for (std::int64_t nearest = tile - 1; ends == 0; nearest -= tutorial::warp_size) {
      const std::int64_t mine = nearest - lane;
      State state = state_of(sum_up_to_tile, 0);  // before the first tile
      if (mine >= 0) {
        do state = Word(states_[mine]).load(cuda::memory_order_relaxed);
        while (kind_of(state) == nothing);
      }
      // The nearest such tile ends the search.
      ends = __ballot_sync(0xFFFFFFFFu, kind_of(state) == sum_up_to_tile);
      const int last = ends != 0 ? __ffs(static_cast<int>(ends)) - 1 : tutorial::warp_size - 1;
      int part = lane <= last ? sum_of(state) : 0;
#pragma unroll
      for (int offset = tutorial::warp_size / 2; offset > 0; offset /= 2) {
        part += __shfl_xor_sync(0xFFFFFFFFu, part, offset);
      }
      sum += part;
    }
    return sum;
  }
  // [look_back]

 private:
  using Word = cuda::atomic_ref<State, cuda::thread_scope_device>;
  State* ticket_;
  State* states_;
};

}  // namespace scan
