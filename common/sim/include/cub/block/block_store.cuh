// A block's threads store their items, which are in blocked arrangement (BLOCK_STORE_STRIPED: striped), one after the other.
#pragma once

#include "block_load.cuh"

namespace cub {

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

template <class T, int N, class Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[N]) {
  for (int i = 0; i < N; ++i) to[blocked_index<N>(thread, i)] = items[i];
}
template <class T, int N, class Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (blocked_index<N>(thread, i) < valid) to[blocked_index<N>(thread, i)] = items[i];
}
template <int threads, class T, int N, class Iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, Iterator to, T (&items)[N]) {
  for (int i = 0; i < N; ++i) to[striped_index<threads>(thread, i)] = items[i];
}
template <int threads, class T, int N, class Iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, Iterator to, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (striped_index<threads>(thread, i) < valid) to[striped_index<threads>(thread, i)] = items[i];
}

template <typename T, int BlockDimX, int ItemsPerThread, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT,
          int BlockDimY = 1, int BlockDimZ = 1>
class BlockStore {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;
  static constexpr bool exchanges = Algorithm >= BLOCK_STORE_TRANSPOSE;
  using Exchange = BlockExchange<T, BlockDimX, ItemsPerThread, false, BlockDimY, BlockDimZ>;
  struct Nothing {};
  using Items = T[ItemsPerThread];

 public:
  using TempStorage = std::conditional_t<exchanges, typename Exchange::TempStorage, Nothing>;

  __device__ __forceinline__ explicit BlockStore(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : storage_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockStore", file, line})) {}
  __device__ __forceinline__ explicit BlockStore(CUDASIM_SITE_ARGUMENTS)
      : BlockStore(own_storage(), file, line) {}

  template <class Iterator>
  __device__ __forceinline__ void Store(Iterator to, Items& items, CUDASIM_SITE_ARGUMENTS) {
    if constexpr (Algorithm == BLOCK_STORE_VECTORIZE && std::is_pointer<Iterator>::value) {
      using Vector = sim::Vector<T, ItemsPerThread>;
      Vector* const vectors = reinterpret_cast<Vector*>(to + rank_ * ItemsPerThread);
      for (int v = 0; v < ItemsPerThread / Vector::width; ++v) {
        Vector vector;
        for (int i = 0; i < Vector::width; ++i) vector.item[i] = items[v * Vector::width + i];
        vectors[v] = vector;
      }
    } else {
      Store(to, items, threads * ItemsPerThread, file, line);
    }
  }
  /// The first `valid` items of the block.
  template <class Iterator>
  __device__ __forceinline__ void Store(Iterator to, Items& items, int valid, CUDASIM_SITE_ARGUMENTS) {
    arrange(items, file, line);
    for (int i = 0; i < ItemsPerThread; ++i)
      if (place(i) < valid) to[place(i)] = items[i];
  }

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_store);
    return storage;
  }
  __device__ __forceinline__ int place(int i) const {
    if constexpr (Algorithm >= BLOCK_STORE_WARP_TRANSPOSE)
      return warp_striped_index<threads, ItemsPerThread>(rank_, i);
    else if constexpr (Algorithm == BLOCK_STORE_STRIPED || Algorithm == BLOCK_STORE_TRANSPOSE)
      return striped_index<threads>(rank_, i);
    else
      return blocked_index<ItemsPerThread>(rank_, i);
  }
  __device__ __forceinline__ void arrange(Items& items, const char* file, int line) {
    if constexpr (Algorithm >= BLOCK_STORE_WARP_TRANSPOSE)
      Exchange(storage_, file, line).BlockedToWarpStriped(items, file, line);
    else if constexpr (exchanges)
      Exchange(storage_, file, line).BlockedToStriped(items, file, line);
  }

  TempStorage& storage_;
  int rank_;
};

}  // namespace cub
