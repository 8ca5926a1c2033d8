// Flags where an item of a block's threads differs from the one before it (heads), or after it (tails), by an operation.
#pragma once

#include "../util_type.cuh"

namespace cub {

template <typename T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1>
class BlockDiscontinuity {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;

 public:
  struct TempStorage {
    sim::Slots<T, threads> first, last;  ///< of each thread's items
  };

  __device__ __forceinline__ explicit BlockDiscontinuity(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : storage_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockDiscontinuity", file, line})) {}
  __device__ __forceinline__ explicit BlockDiscontinuity(CUDASIM_SITE_ARGUMENTS)
      : BlockDiscontinuity(own_storage(), file, line) {}

  /// The block's first item is a head.
  template <int N, class Flag, class Op>
  __device__ __forceinline__ void FlagHeads(Flag (&head_flags)[N], T (&input)[N], Op op,
                                            CUDASIM_SITE_ARGUMENTS) {
    publish(input, file, line);
    heads(head_flags, input, op, nullptr);
  }
  template <int N, class Flag, class Op>
  __device__ __forceinline__ void FlagHeads(Flag (&head_flags)[N], T (&input)[N], Op op,
                                            T tile_predecessor_item, CUDASIM_SITE_ARGUMENTS) {
    publish(input, file, line);
    heads(head_flags, input, op, &tile_predecessor_item);
  }

  /// The block's last item is a tail.
  template <int N, class Flag, class Op>
  __device__ __forceinline__ void FlagTails(Flag (&tail_flags)[N], T (&input)[N], Op op,
                                            CUDASIM_SITE_ARGUMENTS) {
    publish(input, file, line);
    tails(tail_flags, input, op, nullptr);
  }
  template <int N, class Flag, class Op>
  __device__ __forceinline__ void FlagTails(Flag (&tail_flags)[N], T (&input)[N], Op op,
                                            T tile_successor_item, CUDASIM_SITE_ARGUMENTS) {
    publish(input, file, line);
    tails(tail_flags, input, op, &tile_successor_item);
  }

  template <int N, class Flag, class Op>
  __device__ __forceinline__ void FlagHeadsAndTails(Flag (&head_flags)[N], Flag (&tail_flags)[N],
                                                    T (&input)[N], Op op, CUDASIM_SITE_ARGUMENTS) {
    publish(input, file, line);
    heads(head_flags, input, op, nullptr);
    tails(tail_flags, input, op, nullptr);
  }

 private:
  /// The operation may take the second item's place in the block, too.
  template <class Op>
  __device__ __forceinline__ static bool differ(Op& op, const T& a, const T& b, int place) {
    if constexpr (std::is_invocable<Op&, const T&, const T&, int>::value)
      return op(a, b, place);
    else
      return op(a, b);
  }
  template <int N, class Flag, class Op>
  __device__ __forceinline__ void heads(Flag (&flags)[N], T (&input)[N], Op op, const T* before) {
    for (int i = 0; i < N; ++i) {
      const int at = rank_ * N + i;
      flags[i] =
          static_cast<Flag>((at == 0 && before == nullptr) || differ(op,
                                                                     i > 0    ? input[i - 1]
                                                                     : at > 0 ? storage_.last[rank_ - 1]
                                                                              : *before,
                                                                     input[i], at));
    }
  }
  template <int N, class Flag, class Op>
  __device__ __forceinline__ void tails(Flag (&flags)[N], T (&input)[N], Op op, const T* behind) {
    for (int i = 0; i < N; ++i) {
      const int at = rank_ * N + i;
      const bool is_last = at + 1 == threads * N;
      flags[i] =
          static_cast<Flag>((is_last && behind == nullptr) || differ(op, input[i],
                                                                     i + 1 < N  ? input[i + 1]
                                                                     : !is_last ? storage_.first[rank_ + 1]
                                                                                : *behind,
                                                                     at + 1));
    }
  }
  template <int N>
  __device__ __forceinline__ void publish(T (&input)[N], const char* file, int line) {
    storage_.first[rank_] = input[0];
    storage_.last[rank_] = input[N - 1];
    cudasim::detail::block_barrier(true, {"cub::BlockDiscontinuity", file, line});
  }
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_discontinuity);
    return storage;
  }

  TempStorage& storage_;
  int rank_;
};

}  // namespace cub
