// Items of a block's threads move to other threads, by a distance.
#pragma once

#include "../util_type.cuh"

namespace cub {

template <typename T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1>
class BlockShuffle {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;

 public:
  using TempStorage = sim::Slots<T, threads>;

  __device__ __forceinline__ explicit BlockShuffle(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : items_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockShuffle", file, line})) {}
  __device__ __forceinline__ explicit BlockShuffle(CUDASIM_SITE_ARGUMENTS)
      : BlockShuffle(own_storage(), file, line) {}

  /// The input of the thread `distance` further on; where there is none, the output stays.
  __device__ __forceinline__ void Offset(T input, T& output, int distance = 1, CUDASIM_SITE_ARGUMENTS) {
    publish(input, {"cub::BlockShuffle", file, line});
    if (rank_ + distance >= 0 && rank_ + distance < threads) output = items_[rank_ + distance];
  }
  /// The same, round the block's end.
  __device__ __forceinline__ void Rotate(T input, T& output, unsigned distance = 1, CUDASIM_SITE_ARGUMENTS) {
    publish(input, {"cub::BlockShuffle", file, line});
    output = items_[(rank_ + static_cast<int>(distance)) % threads];
  }

  /// The item before each one; that before the block's first stays as it is.
  template <int ItemsPerThread>
  __device__ __forceinline__ void Up(T (&input)[ItemsPerThread], T (&prev)[ItemsPerThread],
                                     CUDASIM_SITE_ARGUMENTS) {
    publish(input[ItemsPerThread - 1], {"cub::BlockShuffle", file, line});
    for (int i = ItemsPerThread - 1; i > 0; --i) prev[i] = input[i - 1];
    if (rank_ > 0) prev[0] = items_[rank_ - 1];
  }
  template <int ItemsPerThread>
  __device__ __forceinline__ void Up(T (&input)[ItemsPerThread], T (&prev)[ItemsPerThread], T& block_suffix,
                                     CUDASIM_SITE_ARGUMENTS) {
    Up(input, prev, file, line);
    block_suffix = items_[threads - 1];
  }
  /// The item after each one; the one after the block's last is unchanged.
  template <int ItemsPerThread>
  __device__ __forceinline__ void Down(T (&input)[ItemsPerThread], T (&next)[ItemsPerThread],
                                       CUDASIM_SITE_ARGUMENTS) {
    publish(input[0], {"cub::BlockShuffle", file, line});
    for (int i = 0; i + 1 < ItemsPerThread; ++i) next[i] = input[i + 1];
    if (rank_ + 1 < threads) next[ItemsPerThread - 1] = items_[rank_ + 1];
  }
  template <int ItemsPerThread>
  __device__ __forceinline__ void Down(T (&input)[ItemsPerThread], T (&next)[ItemsPerThread], T& block_prefix,
                                       CUDASIM_SITE_ARGUMENTS) {
    Down(input, next, file, line);
    block_prefix = items_[0];
  }

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_shuffle);
    return storage;
  }
  __device__ __forceinline__ void publish(const T& item, const cudasim::Site& site) {
    items_[rank_] = item;
    cudasim::detail::block_barrier(true, site);
  }

  TempStorage& items_;
  int rank_;
};

}  // namespace cub
