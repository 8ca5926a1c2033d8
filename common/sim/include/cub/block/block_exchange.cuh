// Items of a block's threads change places through shared memory. Blocked: thread t has items t * N to t * N + N - 1. Striped: t,
// t + threads, t + 2 * threads. Warp-striped: the same within each warp's share.
#pragma once

#include "../util_type.cuh"

namespace cub {

template <typename T, int BlockDimX, int ItemsPerThread, bool = false, int BlockDimY = 1, int BlockDimZ = 1>
class BlockExchange {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;
  static constexpr int count = threads * ItemsPerThread;
  /// As CUB does: without a free word after every 32, powers of two as strides would meet in one bank.
  static constexpr bool is_padded = ItemsPerThread > 4 && (ItemsPerThread & (ItemsPerThread - 1)) == 0;

 public:
  using TempStorage = sim::Slots<T, count + (is_padded ? count / 32 : 0)>;

  __device__ __forceinline__ explicit BlockExchange(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : items_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockExchange", file, line})) {}
  __device__ __forceinline__ explicit BlockExchange(CUDASIM_SITE_ARGUMENTS)
      : BlockExchange(own_storage(), file, line) {}

#define CUDASIM_EXCHANGE(name, from, to, meets)                                                       \
  template <class Out>                                                                                \
  __device__ __forceinline__ void name(const T(&input)[ItemsPerThread], Out(&output)[ItemsPerThread], \
                                       CUDASIM_SITE_ARGUMENTS) {                                      \
    for (int i = 0; i < ItemsPerThread; ++i) slot(from(i)) = input[i];                                \
    meets({"cub::BlockExchange", file, line});                                                        \
    for (int i = 0; i < ItemsPerThread; ++i) output[i] = slot(to(i));                                 \
  }                                                                                                   \
  __device__ __forceinline__ void name(T(&items)[ItemsPerThread], CUDASIM_SITE_ARGUMENTS) {           \
    name(items, items, file, line);                                                                   \
  }
  CUDASIM_EXCHANGE(StripedToBlocked, striped, blocked, block_meets)
  CUDASIM_EXCHANGE(BlockedToStriped, blocked, striped, block_meets)
  CUDASIM_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked, warp_meets)
  CUDASIM_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped, warp_meets)
#undef CUDASIM_EXCHANGE

#define CUDASIM_SCATTER(name, to)                                                                     \
  template <class Out, class Rank>                                                                    \
  __device__ __forceinline__ void name(const T(&input)[ItemsPerThread], Out(&output)[ItemsPerThread], \
                                       const Rank(&ranks)[ItemsPerThread], CUDASIM_SITE_ARGUMENTS) {  \
    for (int i = 0; i < ItemsPerThread; ++i) slot(static_cast<int>(ranks[i])) = input[i];             \
    block_meets({"cub::BlockExchange", file, line});                                                  \
    for (int i = 0; i < ItemsPerThread; ++i) output[i] = slot(to(i));                                 \
  }                                                                                                   \
  template <class Rank>                                                                               \
  __device__ __forceinline__ void name(T(&items)[ItemsPerThread], const Rank(&ranks)[ItemsPerThread], \
                                       CUDASIM_SITE_ARGUMENTS) {                                      \
    name(items, items, ranks, file, line);                                                            \
  }
  CUDASIM_SCATTER(ScatterToBlocked, blocked)
  CUDASIM_SCATTER(ScatterToStriped, striped)
#undef CUDASIM_SCATTER

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_exchange);
    return storage;
  }

  __device__ __forceinline__ T& slot(int i) { return items_[is_padded ? i + i / 32 : i]; }
  __device__ __forceinline__ int blocked(int i) const { return rank_ * ItemsPerThread + i; }
  __device__ __forceinline__ int striped(int i) const { return rank_ + i * threads; }
  __device__ __forceinline__ int warp_striped(int i) const {
    const int first = rank_ / 32 * 32;
    const int in_warp = threads - first < 32 ? threads - first : 32;
    return first * ItemsPerThread + rank_ % 32 + i * in_warp;
  }
  __device__ __forceinline__ static void block_meets(const cudasim::Site& site) {
    cudasim::detail::block_barrier(true, site);
  }
  __device__ __forceinline__ static void warp_meets(const cudasim::Site& site) {
    cudasim::detail::warp_barrier(~0u, site);
  }

  TempStorage& items_;
  int rank_;
};

}  // namespace cub
