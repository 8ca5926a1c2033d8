// Prefix sums and the like over a warp, or over some neighbouring lanes of it, by shuffles.
#pragma once

#include "warp_reduce.cuh"

namespace cub {

template <typename T, int LogicalThreads = 32>
class WarpScan {
 public:
  struct TempStorage {};

  __device__ __forceinline__ explicit WarpScan(TempStorage&) {}

  template <class Op>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, Op op, CUDASIM_SITE_ARGUMENTS) {
    output = lanes_.scan(input, op, {"cub::WarpScan", file, line});
  }
  template <class Op>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, Op op, T& aggregate,
                                                CUDASIM_SITE_ARGUMENTS) {
    output = lanes_.scan(input, op, {"cub::WarpScan", file, line});
    aggregate = lanes_.from(output, LogicalThreads - 1, {"cub::WarpScan", file, line});
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output, CUDASIM_SITE_ARGUMENTS) {
    InclusiveScan(input, output, cub::Sum(), file, line);
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output, T& aggregate, CUDASIM_SITE_ARGUMENTS) {
    InclusiveScan(input, output, cub::Sum(), aggregate, file, line);
  }

  /// What the first lane gets is not defined.
  template <class Op>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, Op op, CUDASIM_SITE_ARGUMENTS) {
    T aggregate = input;
    ExclusiveScan(input, output, op, aggregate, file, line);
  }
  template <class Op>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, Op op, T& aggregate,
                                                CUDASIM_SITE_ARGUMENTS) {
    T inclusive = input;
    InclusiveScan(input, inclusive, op, aggregate, file, line);
    output = before(inclusive, {"cub::WarpScan", file, line});
  }
  template <class Op>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial, Op op,
                                                CUDASIM_SITE_ARGUMENTS) {
    T aggregate = input;
    ExclusiveScan(input, output, initial, op, aggregate, file, line);
  }
  /// The aggregate is without the initial value.
  template <class Op>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate,
                                                CUDASIM_SITE_ARGUMENTS) {
    T inclusive = input;
    InclusiveScan(input, inclusive, op, aggregate, file, line);
    const T previous = before(inclusive, {"cub::WarpScan", file, line});
    output = lanes_.rank == 0 ? initial : op(initial, previous);
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& output, CUDASIM_SITE_ARGUMENTS) {
    ExclusiveScan(input, output, T{}, cub::Sum(), file, line);
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& output, T& aggregate, CUDASIM_SITE_ARGUMENTS) {
    ExclusiveScan(input, output, T{}, cub::Sum(), aggregate, file, line);
  }

  /// Both scans of one input.
  __device__ __forceinline__ void Scan(T input, T& inclusive, T& exclusive, CUDASIM_SITE_ARGUMENTS) {
    ExclusiveSum(input, exclusive, file, line);
    inclusive = exclusive + input;
  }
  template <class Op>
  __device__ __forceinline__ void Scan(T input, T& inclusive, T& exclusive, T initial, Op op,
                                       CUDASIM_SITE_ARGUMENTS) {
    ExclusiveScan(input, exclusive, initial, op, file, line);
    inclusive = op(exclusive, input);
  }
  __device__ __forceinline__ T Broadcast(T input, unsigned source, CUDASIM_SITE_ARGUMENTS) {
    return lanes_.from(input, static_cast<int>(source), {"cub::WarpScan", file, line});
  }

 private:
  __device__ __forceinline__ T before(const T& inclusive, const cudasim::Site& site) const {
    return lanes_.from(inclusive, lanes_.rank > 0 ? lanes_.rank - 1 : 0, site);
  }

  sim::Lanes<LogicalThreads> lanes_;
};

}  // namespace cub
