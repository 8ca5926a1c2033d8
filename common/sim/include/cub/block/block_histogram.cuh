// Histograms of the items of a block's threads, by atomics in the histogram's memory. Both algorithms are this one.
#pragma once

#include "../util_type.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <typename T, int BlockDimX, int ItemsPerThread, int Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT,
          int BlockDimY = 1, int BlockDimZ = 1>
class BlockHistogram {
 public:
  struct TempStorage {};

  __device__ __forceinline__ explicit BlockHistogram(TempStorage&, CUDASIM_SITE_ARGUMENTS)
      : BlockHistogram(file, line) {}
  __device__ __forceinline__ explicit BlockHistogram(CUDASIM_SITE_ARGUMENTS)
      : rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockHistogram", file, line})) {}

  template <class Counter>
  __device__ __forceinline__ void InitHistogram(Counter (&histogram)[Bins]) {
    for (int bin = rank_; bin < Bins; bin += BlockDimX * BlockDimY * BlockDimZ) histogram[bin] = 0;
  }
  template <class Counter>
  __device__ __forceinline__ void Histogram(T (&items)[ItemsPerThread], Counter (&histogram)[Bins],
                                            CUDASIM_SITE_ARGUMENTS) {
    InitHistogram(histogram);
    cudasim::detail::block_barrier(true, {"cub::BlockHistogram", file, line});
    Composite(items, histogram);
  }
  template <class Counter>
  __device__ __forceinline__ void Composite(T (&items)[ItemsPerThread], Counter (&histogram)[Bins]) {
    for (int i = 0; i < ItemsPerThread; ++i) atomicAdd(&histogram[items[i]], Counter{1});
  }

 private:
  int rank_;
};

}  // namespace cub
