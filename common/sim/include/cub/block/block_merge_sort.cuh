// Sorts the items of a block's threads by any order: stable.
#pragma once

#include "../merge_sort.cuh"

namespace cub {
namespace sim {

struct MergingBlock {
  static constexpr const char* name_of = "cub::BlockMergeSort";

  int rank;

  __device__ __forceinline__ void meet(const cudasim::Site& site) const {
    cudasim::detail::block_barrier(true, site);
  }
};

}  // namespace sim

template <typename Key, int BlockDimX, int ItemsPerThread, typename Value = NullType, int BlockDimY = 1,
          int BlockDimZ = 1>
class BlockMergeSort : public sim::MergeSort<sim::MergingBlock, Key, BlockDimX * BlockDimY * BlockDimZ,
                                             ItemsPerThread, Value> {
  using Base =
      sim::MergeSort<sim::MergingBlock, Key, BlockDimX * BlockDimY * BlockDimZ, ItemsPerThread, Value>;

 public:
  using TempStorage = typename Base::TempStorage;

  __device__ __forceinline__ explicit BlockMergeSort(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : Base(storage,
             {sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockMergeSort", file, line})}) {}
  __device__ __forceinline__ explicit BlockMergeSort(CUDASIM_SITE_ARGUMENTS)
      : BlockMergeSort(own_storage(), file, line) {}

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_merge_sort);
    return storage;
  }
};

}  // namespace cub
