// Sorts the items of a warp's threads, or of `LogicalThreads` neighbouring ones, by any order: stable.
#pragma once

#include "../merge_sort.cuh"

namespace cub {
namespace sim {

template <int size>
struct MergingLanes {
  static_assert(size >= 1 && size <= 32 && (size & (size - 1)) == 0,
                "a logical warp has 1, 2, 4, … 32 threads");
  static constexpr const char* name_of = "cub::WarpMergeSort";

  int rank = static_cast<int>(LaneId()) % size;

  __device__ __forceinline__ void meet(const cudasim::Site& site) const {
    const unsigned lanes = size == 32 ? ~0u : (1u << (size % 32)) - 1u;
    cudasim::detail::warp_barrier(lanes << (static_cast<int>(LaneId()) - rank), site);
  }
};

}  // namespace sim

template <typename Key, int ItemsPerThread, int LogicalThreads = 32, typename Value = NullType>
class WarpMergeSort
    : public sim::MergeSort<sim::MergingLanes<LogicalThreads>, Key, LogicalThreads, ItemsPerThread, Value> {
  using Base = sim::MergeSort<sim::MergingLanes<LogicalThreads>, Key, LogicalThreads, ItemsPerThread, Value>;

 public:
  WarpMergeSort() = delete;
  __device__ __forceinline__ explicit WarpMergeSort(typename Base::TempStorage& storage)
      : Base(storage, {}) {}
};

}  // namespace cub
