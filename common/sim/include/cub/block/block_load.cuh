// A block's threads load consecutive items of memory. All algorithms but the striped one end with the same, blocked arrangement; they
// differ in what a warp asks for at once.
#pragma once

#include "block_exchange.cuh"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};

/// Index of item i of the thread, with the items of a block one after the other.
template <int items>
__device__ __forceinline__ int blocked_index(int thread, int i) {
  return thread * items + i;
}
template <int threads>
__device__ __forceinline__ int striped_index(int thread, int i) {
  return thread + i * threads;
}
template <int threads, int items>
__device__ __forceinline__ int warp_striped_index(int thread, int i) {
  const int first = thread / 32 * 32;
  const int in_warp = threads - first < 32 ? threads - first : 32;
  return first * items + thread % 32 + i * in_warp;
}

template <class T, int N, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[N]) {
  for (int i = 0; i < N; ++i) items[i] = from[blocked_index<N>(thread, i)];
}
template <class T, int N, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (blocked_index<N>(thread, i) < valid) items[i] = from[blocked_index<N>(thread, i)];
}
template <int threads, class T, int N, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[N]) {
  for (int i = 0; i < N; ++i) items[i] = from[striped_index<threads>(thread, i)];
}
template <int threads, class T, int N, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (striped_index<threads>(thread, i) < valid) items[i] = from[striped_index<threads>(thread, i)];
}

namespace sim {

constexpr int vector_width(int items) { return items % 4 == 0 ? 4 : items % 2 == 0 ? 2 : 1; }
constexpr std::size_t vector_alignment(std::size_t bytes, std::size_t of_item) {
  return bytes <= 16 && (bytes & (bytes - 1)) == 0 ? bytes : of_item;
}

/// What one vector instruction moves of N items: 4, 2 or 1.
template <class T, int N>
struct __attribute__((may_alias, aligned(vector_alignment(sizeof(T) * vector_width(N), alignof(T))))) Vector {
  static constexpr int width = vector_width(N);
  T item[width];
};

constexpr bool is_striped_over_warps(int algorithm) { return algorithm >= BLOCK_LOAD_WARP_TRANSPOSE; }

}  // namespace sim

template <typename T, int BlockDimX, int ItemsPerThread, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT,
          int BlockDimY = 1, int BlockDimZ = 1>
class BlockLoad {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;
  static constexpr bool exchanges = Algorithm >= BLOCK_LOAD_TRANSPOSE;
  using Exchange = BlockExchange<T, BlockDimX, ItemsPerThread, false, BlockDimY, BlockDimZ>;
  struct Nothing {};
  using Items = T[ItemsPerThread];

 public:
  using TempStorage = std::conditional_t<exchanges, typename Exchange::TempStorage, Nothing>;

  __device__ __forceinline__ explicit BlockLoad(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : storage_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockLoad", file, line})) {}
  __device__ __forceinline__ explicit BlockLoad(CUDASIM_SITE_ARGUMENTS)
      : BlockLoad(own_storage(), file, line) {}

  template <class Iterator>
  __device__ __forceinline__ void Load(Iterator from, Items& items, CUDASIM_SITE_ARGUMENTS) {
    if constexpr (Algorithm == BLOCK_LOAD_VECTORIZE && std::is_pointer<Iterator>::value) {
      using Vector = sim::Vector<T, ItemsPerThread>;
      const Vector* const vectors = reinterpret_cast<const Vector*>(from + rank_ * ItemsPerThread);
      for (int v = 0; v < ItemsPerThread / Vector::width; ++v) {
        const Vector vector = vectors[v];
        for (int i = 0; i < Vector::width; ++i) items[v * Vector::width + i] = vector.item[i];
      }
    } else {
      for (int i = 0; i < ItemsPerThread; ++i) items[i] = from[place(i)];
      arrange(items, file, line);
    }
  }
  /// Of the first `valid` items of the block; the others stay what they were.
  template <class Iterator>
  __device__ __forceinline__ void Load(Iterator from, Items& items, int valid, CUDASIM_SITE_ARGUMENTS) {
    for (int i = 0; i < ItemsPerThread; ++i)
      if (place(i) < valid) items[i] = from[place(i)];
    arrange(items, file, line);
  }
  template <class Iterator, class Default>
  __device__ __forceinline__ void Load(Iterator from, Items& items, int valid, Default otherwise,
                                       CUDASIM_SITE_ARGUMENTS) {
    for (int i = 0; i < ItemsPerThread; ++i) items[i] = static_cast<T>(otherwise);
    Load(from, items, valid, file, line);
  }

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_load);
    return storage;
  }
  /// Where in the block's share of memory the thread reads its item i from.
  __device__ __forceinline__ int place(int i) const {
    if constexpr (sim::is_striped_over_warps(Algorithm))
      return warp_striped_index<threads, ItemsPerThread>(rank_, i);
    else if constexpr (Algorithm == BLOCK_LOAD_STRIPED || Algorithm == BLOCK_LOAD_TRANSPOSE)
      return striped_index<threads>(rank_, i);
    else
      return blocked_index<ItemsPerThread>(rank_, i);
  }
  __device__ __forceinline__ void arrange(Items& items, const char* file, int line) {
    if constexpr (sim::is_striped_over_warps(Algorithm))
      Exchange(storage_, file, line).WarpStripedToBlocked(items, file, line);
    else if constexpr (exchanges)
      Exchange(storage_, file, line).StripedToBlocked(items, file, line);
  }

  TempStorage& storage_;
  int rank_;
};

}  // namespace cub
