// Each item of a block's threads against the one before it, or after it.
#pragma once

#include "../util_type.cuh"

namespace cub {

template <typename T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1>
class BlockAdjacentDifference {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;

 public:
  using TempStorage = sim::Slots<T, threads>;

  __device__ __forceinline__ explicit BlockAdjacentDifference(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : items_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ,
                                 {"cub::BlockAdjacentDifference", file, line})) {}
  __device__ __forceinline__ explicit BlockAdjacentDifference(CUDASIM_SITE_ARGUMENTS)
      : BlockAdjacentDifference(own_storage(), file, line) {}

  /// op(item, the one before it); the block's first item stays.
  template <int N, class Out, class Op>
  __device__ __forceinline__ void SubtractLeft(T (&input)[N], Out (&output)[N], Op op,
                                               CUDASIM_SITE_ARGUMENTS) {
    left(input, output, op, threads * N, nullptr, file, line);
  }
  template <int N, class Out, class Op>
  __device__ __forceinline__ void SubtractLeft(T (&input)[N], Out (&output)[N], Op op,
                                               T tile_predecessor_item, CUDASIM_SITE_ARGUMENTS) {
    left(input, output, op, threads * N, &tile_predecessor_item, file, line);
  }
  /// Items from `valid_items` on stay.
  template <int N, class Out, class Op>
  __device__ __forceinline__ void SubtractLeftPartialTile(T (&input)[N], Out (&output)[N], Op op,
                                                          int valid_items, CUDASIM_SITE_ARGUMENTS) {
    left(input, output, op, valid_items, nullptr, file, line);
  }

  /// op(item, the one after it); the block's last item is unchanged.
  template <int N, class Out, class Op>
  __device__ __forceinline__ void SubtractRight(T (&input)[N], Out (&output)[N], Op op,
                                                CUDASIM_SITE_ARGUMENTS) {
    right(input, output, op, threads * N, nullptr, file, line);
  }
  template <int N, class Out, class Op>
  __device__ __forceinline__ void SubtractRight(T (&input)[N], Out (&output)[N], Op op, T tile_successor_item,
                                                CUDASIM_SITE_ARGUMENTS) {
    right(input, output, op, threads * N, &tile_successor_item, file, line);
  }
  template <int N, class Out, class Op>
  __device__ __forceinline__ void SubtractRightPartialTile(T (&input)[N], Out (&output)[N], Op op,
                                                           int valid_items, CUDASIM_SITE_ARGUMENTS) {
    right(input, output, op, valid_items, nullptr, file, line);
  }

 private:
  template <int N, class Out, class Op>
  __device__ __forceinline__ void left(T (&input)[N], Out (&output)[N], Op op, int valid, T* before,
                                       const char* file, int line) {
    publish(input[N - 1], file, line);
    for (int i = N - 1; i >= 0; --i) {  // from the end: output may be the input
      const int at = rank_ * N + i;
      if (at >= valid || (at == 0 && before == nullptr))
        output[i] = input[i];
      else
        output[i] = op(input[i], i > 0 ? input[i - 1] : at > 0 ? items_[rank_ - 1] : *before);
    }
  }
  template <int N, class Out, class Op>
  __device__ __forceinline__ void right(T (&input)[N], Out (&output)[N], Op op, int valid, T* behind,
                                        const char* file, int line) {
    publish(input[0], file, line);
    for (int i = 0; i < N; ++i) {
      const int at = rank_ * N + i;
      const bool is_last = at + 1 == threads * N;
      if (at >= valid || (at + 1 >= valid && (!is_last || behind == nullptr)))
        output[i] = input[i];
      else
        output[i] = op(input[i], i + 1 < N ? input[i + 1] : !is_last ? items_[rank_ + 1] : *behind);
    }
  }
  __device__ __forceinline__ void publish(const T& item, const char* file, int line) {
    items_[rank_] = item;
    cudasim::detail::block_barrier(true, {"cub::BlockAdjacentDifference", file, line});
  }
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_adjacent_difference);
    return storage;
  }

  TempStorage& items_;
  int rank_;
};

}  // namespace cub
