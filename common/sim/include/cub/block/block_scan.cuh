// Prefix sums and the like over a block: shuffles in each warp, then the warps' sums through shared memory. All algorithms are this one.
#pragma once

#include "../warp/warp_reduce.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/// `In` and `Out` are T, or arrays of a thread's consecutive items.
template <typename T, int BlockDimX, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int BlockDimY = 1,
          int BlockDimZ = 1>
class BlockScan {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;
  static constexpr int warps = (threads + 31) / 32;

 public:
  using TempStorage = sim::Slots<T, warps + 1>;

  __device__ __forceinline__ explicit BlockScan(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : sums_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockScan", file, line})) {}
  __device__ __forceinline__ explicit BlockScan(CUDASIM_SITE_ARGUMENTS)
      : BlockScan(own_storage(), file, line) {}

  template <class In, class Out>
  __device__ __forceinline__ void InclusiveSum(const In& in, Out& out, CUDASIM_SITE_ARGUMENTS) {
    InclusiveScan(in, out, cub::Sum(), file, line);
  }
  template <class In, class Out>
  __device__ __forceinline__ void InclusiveSum(const In& in, Out& out, T& aggregate, CUDASIM_SITE_ARGUMENTS) {
    InclusiveScan(in, out, cub::Sum(), aggregate, file, line);
  }
  template <class In, class Out, class Prefix>
  __device__ __forceinline__ void InclusiveSum(const In& in, Out& out, Prefix& prefix,
                                               CUDASIM_SITE_ARGUMENTS) {
    InclusiveScan(in, out, cub::Sum(), prefix, file, line);
  }
  template <class In, class Out, class Op>
  __device__ __forceinline__ void InclusiveScan(const In& in, Out& out, Op op, CUDASIM_SITE_ARGUMENTS) {
    scan<true>(in, out, op, nullptr, nullptr, {"cub::BlockScan", file, line});
  }
  template <class In, class Out, class Op>
  __device__ __forceinline__ void InclusiveScan(const In& in, Out& out, Op op, T& aggregate,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan<true>(in, out, op, nullptr, &aggregate, {"cub::BlockScan", file, line});
  }
  template <class In, class Out, class Op>
  __device__ __forceinline__ void InclusiveScan(const In& in, Out& out, T initial, Op op,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan<true>(in, out, op, &initial, nullptr, {"cub::BlockScan", file, line});
  }
  template <class In, class Out, class Op>
  __device__ __forceinline__ void InclusiveScan(const In& in, Out& out, T initial, Op op, T& aggregate,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan<true>(in, out, op, &initial, &aggregate, {"cub::BlockScan", file, line});
  }
  /// The first warp calls `prefix(aggregate)`; its first lane's result precedes the whole block.
  template <class In, class Out, class Op, class Prefix>
  __device__ __forceinline__ void InclusiveScan(const In& in, Out& out, Op op, Prefix& prefix,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan_behind<true>(in, out, op, prefix, {"cub::BlockScan", file, line});
  }

  template <class In, class Out>
  __device__ __forceinline__ void ExclusiveSum(const In& in, Out& out, CUDASIM_SITE_ARGUMENTS) {
    ExclusiveScan(in, out, T{}, cub::Sum(), file, line);
  }
  template <class In, class Out>
  __device__ __forceinline__ void ExclusiveSum(const In& in, Out& out, T& aggregate, CUDASIM_SITE_ARGUMENTS) {
    ExclusiveScan(in, out, T{}, cub::Sum(), aggregate, file, line);
  }
  template <class In, class Out, class Prefix>
  __device__ __forceinline__ void ExclusiveSum(const In& in, Out& out, Prefix& prefix,
                                               CUDASIM_SITE_ARGUMENTS) {
    ExclusiveScan(in, out, cub::Sum(), prefix, file, line);
  }
  /// What thread 0 gets first is not defined.
  template <class In, class Out, class Op>
  __device__ __forceinline__ void ExclusiveScan(const In& in, Out& out, Op op, CUDASIM_SITE_ARGUMENTS) {
    scan<false>(in, out, op, nullptr, nullptr, {"cub::BlockScan", file, line});
  }
  template <class In, class Out, class Op>
  __device__ __forceinline__ void ExclusiveScan(const In& in, Out& out, Op op, T& aggregate,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan<false>(in, out, op, nullptr, &aggregate, {"cub::BlockScan", file, line});
  }
  template <class In, class Out, class Op>
  __device__ __forceinline__ void ExclusiveScan(const In& in, Out& out, T initial, Op op,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan<false>(in, out, op, &initial, nullptr, {"cub::BlockScan", file, line});
  }
  /// The aggregate is without the initial value.
  template <class In, class Out, class Op>
  __device__ __forceinline__ void ExclusiveScan(const In& in, Out& out, T initial, Op op, T& aggregate,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan<false>(in, out, op, &initial, &aggregate, {"cub::BlockScan", file, line});
  }
  template <class In, class Out, class Op, class Prefix>
  __device__ __forceinline__ void ExclusiveScan(const In& in, Out& out, Op op, Prefix& prefix,
                                                CUDASIM_SITE_ARGUMENTS) {
    scan_behind<false>(in, out, op, prefix, {"cub::BlockScan", file, line});
  }

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_scan);
    return storage;
  }

  /// A thread's items, one or several.
  template <class In>
  __device__ __forceinline__ static auto& item(In& in, int i) {
    if constexpr (std::is_array<In>::value) {
      return in[i];
    } else {
      static_cast<void>(i);
      return in;
    }
  }
  template <class In>
  static constexpr int items = std::is_array<In>::value ? static_cast<int>(std::extent<In>::value) : 1;

  template <class In, class Op>
  __device__ __forceinline__ static T total(const In& in, Op op) {
    T sum = item(in, 0);
    for (int i = 1; i < items<In>; ++i) sum = op(sum, T(item(in, i)));
    return sum;
  }

  /// The sum of the items before the thread in its block, defined from thread 1 on, and the sum of all.
  template <class Op>
  __device__ __forceinline__ T before(T value, Op op, T& aggregate, const cudasim::Site& site) {
    const int warp = rank_ / 32;
    const int last = threads - warp * 32 < 32 ? threads - warp * 32 - 1 : 31;
    const T inclusive = lanes_.scan(value, op, site);
    T result = lanes_.from(inclusive, lanes_.rank > 0 ? lanes_.rank - 1 : 0, site);
    if (lanes_.rank == last) sums_[warp] = inclusive;
    cudasim::detail::block_barrier(true, site);
    T sum = sums_[0];
    for (int other = 1; other < warps; ++other) {
      if (other == warp) result = lanes_.rank == 0 ? sum : op(sum, result);
      sum = op(sum, T(sums_[other]));
    }
    aggregate = sum;
    return result;
  }

  template <bool inclusive, class In, class Out, class Op>
  __device__ __forceinline__ void write(const In& in, Out& out, Op op, T running, bool has_before) {
    for (int i = 0; i < items<In>; ++i) {
      const T value = item(in, i);
      const T next = has_before || i > 0 ? op(running, value) : value;
      item(out, i) = inclusive ? next : running;
      running = next;
    }
  }

  template <bool inclusive, class In, class Out, class Op>
  __device__ __forceinline__ void scan(const In& in, Out& out, Op op, const T* initial, T* aggregate,
                                       const cudasim::Site& site) {
    T sum = total(in, op);
    T running = before(sum, op, sum, site);
    if (aggregate != nullptr) *aggregate = sum;
    if (initial != nullptr) running = rank_ == 0 ? *initial : op(*initial, running);
    write<inclusive>(in, out, op, running, rank_ > 0 || initial != nullptr);
  }

  template <bool inclusive, class In, class Out, class Op, class Prefix>
  __device__ __forceinline__ void scan_behind(const In& in, Out& out, Op op, Prefix& prefix,
                                              const cudasim::Site& site) {
    T sum = total(in, op);
    T running = before(sum, op, sum, site);
    if (rank_ < 32) {
      const T before_block = prefix(sum);
      if (rank_ == 0) sums_[warps] = before_block;
    }
    cudasim::detail::block_barrier(true, site);
    const T initial = sums_[warps];
    running = rank_ == 0 ? initial : op(initial, running);
    write<inclusive>(in, out, op, running, true);
  }

  TempStorage& sums_;
  int rank_;
  sim::Lanes<32> lanes_;
};

}  // namespace cub
