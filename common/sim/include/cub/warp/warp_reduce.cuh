// Reductions over a warp, or over `LogicalThreads` neighbouring lanes of it, by shuffles: as with CUB itself, no shared memory is touched.
#pragma once

#include "../thread/thread_operators.cuh"

namespace cub {
namespace sim {

/// Some neighbouring lanes of a warp.
template <int size>
struct Lanes {
  static_assert(size >= 1 && size <= 32, "a logical warp has 1 to 32 threads");

  int rank = static_cast<int>(LaneId()) % size;
  int begin = static_cast<int>(LaneId()) - rank;
  unsigned mask = (size == 32 ? ~0u : (1u << (size % 32)) - 1u) << begin;

  template <class T>
  __device__ __forceinline__ T from(const T& value, int source, const cudasim::Site& site) const {
    return cudasim::detail::shuffle_whole(mask, value, static_cast<unsigned>(begin + source), site);
  }
  /// Each lane combines what stands from its own place up to `last`; the first lane gets all.
  template <class T, class Op>
  __device__ __forceinline__ T reduce(T value, Op op, int last, const cudasim::Site& site) const {
    for (int distance = 1; distance < size; distance *= 2) {
      const T other = from(value, rank + distance < size ? rank + distance : rank, site);
      if (rank + distance <= last) value = op(value, other);
    }
    return value;
  }
  /// Each lane combines what stands up to its own place.
  template <class T, class Op>
  __device__ __forceinline__ T scan(T value, Op op, const cudasim::Site& site) const {
    for (int distance = 1; distance < size; distance *= 2) {
      const T other = from(value, rank >= distance ? rank - distance : rank, site);
      if (rank >= distance) value = op(other, value);
    }
    return value;
  }
};

}  // namespace sim

template <typename T, int LogicalThreads = 32>
class WarpReduce {
 public:
  struct TempStorage {};

  __device__ __forceinline__ explicit WarpReduce(TempStorage&) {}

  /// The first lane gets the result; what the others get is not defined.
  template <class Op>
  __device__ __forceinline__ T Reduce(T input, Op op, CUDASIM_SITE_ARGUMENTS) {
    return lanes_.reduce(input, op, LogicalThreads - 1, {"cub::WarpReduce", file, line});
  }
  /// Of the first `valid_items` lanes.
  template <class Op>
  __device__ __forceinline__ T Reduce(T input, Op op, int valid_items, CUDASIM_SITE_ARGUMENTS) {
    return lanes_.reduce(input, op, valid_items - 1, {"cub::WarpReduce", file, line});
  }
  __device__ __forceinline__ T Sum(T input, CUDASIM_SITE_ARGUMENTS) {
    return Reduce(input, cub::Sum(), file, line);
  }
  __device__ __forceinline__ T Sum(T input, int valid_items, CUDASIM_SITE_ARGUMENTS) {
    return Reduce(input, cub::Sum(), valid_items, file, line);
  }
  __device__ __forceinline__ T Max(T input, CUDASIM_SITE_ARGUMENTS) {
    return Reduce(input, cub::Max(), file, line);
  }
  __device__ __forceinline__ T Min(T input, CUDASIM_SITE_ARGUMENTS) {
    return Reduce(input, cub::Min(), file, line);
  }

  /// A segment begins at each lane whose flag is set; its first lane gets the result.
  template <class Flag, class Op>
  __device__ __forceinline__ T HeadSegmentedReduce(T input, Flag head, Op op, CUDASIM_SITE_ARGUMENTS) {
    const unsigned behind = flags(head, {"cub::WarpReduce", file, line}) & ~((2u << lanes_.rank) - 1u);
    const int last = behind == 0 ? LogicalThreads - 1 : __builtin_ctz(behind) - 1;
    return lanes_.reduce(input, op, last, {"cub::WarpReduce", file, line});
  }
  /// A segment ends at each lane whose flag is set.
  template <class Flag, class Op>
  __device__ __forceinline__ T TailSegmentedReduce(T input, Flag tail, Op op, CUDASIM_SITE_ARGUMENTS) {
    const unsigned from_here = flags(tail, {"cub::WarpReduce", file, line}) & ~((1u << lanes_.rank) - 1u);
    const int last = from_here == 0 ? LogicalThreads - 1 : __builtin_ctz(from_here);
    return lanes_.reduce(input, op, last, {"cub::WarpReduce", file, line});
  }
  template <class Flag>
  __device__ __forceinline__ T HeadSegmentedSum(T input, Flag head, CUDASIM_SITE_ARGUMENTS) {
    return HeadSegmentedReduce(input, head, cub::Sum(), file, line);
  }
  template <class Flag>
  __device__ __forceinline__ T TailSegmentedSum(T input, Flag tail, CUDASIM_SITE_ARGUMENTS) {
    return TailSegmentedReduce(input, tail, cub::Sum(), file, line);
  }

 private:
  template <class Flag>
  __device__ __forceinline__ unsigned flags(Flag flag, const cudasim::Site& site) const {
    return (cudasim::detail::ballot(lanes_.mask, static_cast<bool>(flag), site) & lanes_.mask) >>
           lanes_.begin;
  }

  sim::Lanes<LogicalThreads> lanes_;
};

}  // namespace cub
