// Reductions over a block: shuffles in each warp, then the warps' results through shared memory. All algorithms are this one.
#pragma once

#include "../warp/warp_reduce.cuh"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
  BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC,
};

template <typename T, int BlockDimX, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int BlockDimY = 1,
          int BlockDimZ = 1>
class BlockReduce {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;
  static constexpr int warps = (threads + 31) / 32;

 public:
  using TempStorage = sim::Slots<T, warps>;

  __device__ __forceinline__ explicit BlockReduce(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : partial_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockReduce", file, line})) {}
  __device__ __forceinline__ explicit BlockReduce(CUDASIM_SITE_ARGUMENTS)
      : BlockReduce(own_storage(), file, line) {}

  /// Thread 0 gets the result; what the others get is not defined.
  template <class Op>
  __device__ __forceinline__ T Reduce(T input, Op op, CUDASIM_SITE_ARGUMENTS) {
    return Reduce(input, op, threads, file, line);
  }
  /// Of the first `num_valid` threads.
  template <class Op>
  __device__ __forceinline__ T Reduce(T input, Op op, int num_valid, CUDASIM_SITE_ARGUMENTS) {
    const cudasim::Site site = {"cub::BlockReduce", file, line};
    const int valid = num_valid < threads ? num_valid : threads;
    const int warp = rank_ / 32;
    T result = lanes_.reduce(input, op, valid - 1 - warp * 32, site);
    if (lanes_.rank == 0) partial_[warp] = result;
    cudasim::detail::block_barrier(true, site);
    if (rank_ == 0)
      for (int other = 1; other * 32 < valid; ++other) result = op(result, T(partial_[other]));
    return result;
  }
  template <int items, class Op>
  __device__ __forceinline__ T Reduce(T (&inputs)[items], Op op, CUDASIM_SITE_ARGUMENTS) {
    T sum = inputs[0];
    for (int i = 1; i < items; ++i) sum = op(sum, inputs[i]);
    return Reduce(sum, op, threads, file, line);
  }
  __device__ __forceinline__ T Sum(T input, CUDASIM_SITE_ARGUMENTS) {
    return Reduce(input, cub::Sum(), threads, file, line);
  }
  __device__ __forceinline__ T Sum(T input, int num_valid, CUDASIM_SITE_ARGUMENTS) {
    return Reduce(input, cub::Sum(), num_valid, file, line);
  }
  template <int items>
  __device__ __forceinline__ T Sum(T (&inputs)[items], CUDASIM_SITE_ARGUMENTS) {
    return Reduce(inputs, cub::Sum(), file, line);
  }

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_reduce);
    return storage;
  }

  TempStorage& partial_;
  int rank_;
  sim::Lanes<32> lanes_;
};

}  // namespace cub
