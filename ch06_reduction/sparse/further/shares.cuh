#pragma once

#include "reduce.cuh"
#include "sparse/further/shares.hpp"
#include "sparse/further/staged.cuh"
#include "sparse/spmv.hpp"

namespace ch06 {

/// Where entry e stands among the products of a share that has the entries begin .. end - 1; its first or its end for
/// an entry of the shares before or behind.
inline __device__ int in_share(Index e, Index begin, Index end) {
  if (e < begin) return 0;
  return (e < end ? e : end) - begin;
}

/// y[row] += what the shares before its last one have of it, for each of `all` rows that are cut. The first
/// `many` cuts, of many carries, take a block each; a thread each is enough for the others. blockDim.x is a multiple
/// of 32. The order of the additions is always the same.
// [carries]
template <typename T>
__global__ void add_carries(Index all, Index many, const Cut* cuts, const T* carry, T* y) {
  __shared__ T warp_sums[warp_size];

  const bool whole_block = static_cast<Index>(blockIdx.x) < many;
  const Index i = whole_block ? blockIdx.x : many + (blockIdx.x - many) * blockDim.x + threadIdx.x;
  if (!whole_block) {
    if (i >= all) return;
    const Cut cut = cuts[i];
    T sum = 0;
    for (Index share = cut.begin; share < cut.end; ++share) sum += carry[share];
    y[cut.row] += sum;
    return;  // the whole block is here
  }

  const Cut cut = cuts[i];
  T sum = 0;
  for (Index share = cut.begin + threadIdx.x; share < cut.end; share += blockDim.x) sum += carry[share];
  sum = warp_sum(sum);
  if (threadIdx.x % warp_size == 0) warp_sums[threadIdx.x / warp_size] = sum;
  __syncthreads();

  if (threadIdx.x < warp_size) {
    sum = warp_sum(threadIdx.x < blockDim.x / warp_size ? warp_sums[threadIdx.x] : T{0});
    if (threadIdx.x == 0) y[cut.row] += sum;
  }
}
// [carries]

/// The shares of a matrix, for blocks of `block_size` threads: made on the host, copied to the device, with room for a
/// carry each.
template <typename T>
class DeviceShares {
 public:
  DeviceShares(const Csr<T>& a, int block_size)
      : shares_(make_shares(a, each<T> * block_size)),
        first_row(shares_.first_row),
        cuts(shares_.cuts),
        carry(shares_.first_row.size() - 1) {}

  unsigned count() const { return static_cast<unsigned>(carry.size()); }
  std::int64_t items() const { return shares_.items; }

  /// Launches add_carries, if any row is cut.
  void launch_add_carries(T* y) {
    constexpr Index threads = 256;
    const auto all = static_cast<Index>(cuts.size());
    if (all == 0) return;
    const Index blocks = shares_.many + (all - shares_.many + threads - 1) / threads;
    add_carries<<<static_cast<unsigned>(blocks), threads>>>(all, shares_.many, cuts.data(), carry.data(), y);
    CUDA_CHECK_LAUNCH();
  }

  /// "1954 shares of 2048 items; 1750 rows are cut"
  std::string text() const {
    return std::to_string(count()) + (count() == 1 ? " share of " : " shares of ") +
           std::to_string(shares_.size) + " items; " + std::to_string(cuts.size()) +
           (cuts.size() == 1 ? " row is cut" : " rows are cut");
  }

 private:
  Shares shares_;

 public:
  tutorial::DeviceBuffer<Index> first_row;
  tutorial::DeviceBuffer<Cut> cuts;
  tutorial::DeviceBuffer<T> carry;
};

}  // namespace ch06
