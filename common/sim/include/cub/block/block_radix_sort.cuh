// Sorts the keys of a block's threads digit by digit, with values beside them if there are any: stable.
#pragma once

#include "../radix_keys.cuh"
#include "block_exchange.cuh"
#include "block_scan.cuh"

namespace cub {

template <typename Key, int BlockDimX, int ItemsPerThread, typename Value = NullType, int RadixBits = 4,
          bool = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig = cudaSharedMemBankSizeFourByte, int BlockDimY = 1, int BlockDimZ = 1>
class BlockRadixSort {
  static constexpr int threads = BlockDimX * BlockDimY * BlockDimZ;
  static constexpr int digits = 1 << RadixBits;
  static constexpr int key_bits = 8 * static_cast<int>(sizeof(Key));
  static constexpr bool keys_only = std::is_same<Value, NullType>::value;
  template <class T>
  using Exchange = BlockExchange<T, BlockDimX, ItemsPerThread, false, BlockDimY, BlockDimZ>;
  using Scan = BlockScan<unsigned, BlockDimX, BLOCK_SCAN_WARP_SCANS, BlockDimY, BlockDimZ>;
  using Keys = Key[ItemsPerThread];
  using Values = Value[ItemsPerThread];

 public:
  struct TempStorage {
    typename Scan::TempStorage scan;
    union {
      sim::Slots<unsigned short, digits * threads> counts;
      typename Exchange<Key>::TempStorage keys;
      typename Exchange<Value>::TempStorage values;
    };
  };

  __device__ __forceinline__ explicit BlockRadixSort(TempStorage& storage, CUDASIM_SITE_ARGUMENTS)
      : storage_(storage),
        rank_(sim::rank_in_block(BlockDimX, BlockDimY, BlockDimZ, {"cub::BlockRadixSort", file, line})) {}
  __device__ __forceinline__ explicit BlockRadixSort(CUDASIM_SITE_ARGUMENTS)
      : BlockRadixSort(own_storage(), file, line) {}

#define CUDASIM_SORT(name, descending, striped)                                               \
  __device__ __forceinline__ void name(Keys& keys, int begin_bit = 0, int end_bit = key_bits, \
                                       CUDASIM_SITE_ARGUMENTS) {                              \
    NullType none[ItemsPerThread];                                                            \
    sort<descending, striped>(keys, none, begin_bit, end_bit, file, line);                    \
  }                                                                                           \
  __device__ __forceinline__ void name(Keys& keys, Values& values, int begin_bit = 0,         \
                                       int end_bit = key_bits, CUDASIM_SITE_ARGUMENTS) {      \
    sort<descending, striped>(keys, values, begin_bit, end_bit, file, line);                  \
  }
  CUDASIM_SORT(Sort, false, false)
  CUDASIM_SORT(SortDescending, true, false)
  CUDASIM_SORT(SortBlockedToStriped, false, true)
  CUDASIM_SORT(SortDescendingBlockedToStriped, true, true)
#undef CUDASIM_SORT

 private:
  static TempStorage& own_storage() {
    TempStorage& storage = CUDASIM_SHARED(block_radix_sort);
    return storage;
  }

  template <bool descending, bool striped, class V>
  __device__ __forceinline__ void sort(Keys& keys, V (&values)[ItemsPerThread], int begin_bit, int end_bit,
                                       const char* file, int line) {
    const cudasim::Site site = {"cub::BlockRadixSort", file, line};
    for (int bit = begin_bit; bit < end_bit; bit += RadixBits) {
      const int bits = end_bit - bit < RadixBits ? end_bit - bit : RadixBits;
      int ranks[ItemsPerThread];
      rank<descending>(keys, ranks, bit, bits, site);
      const bool is_last = bit + RadixBits >= end_bit;
      move<striped>(Exchange<Key>(storage_.keys, file, line), keys, ranks, is_last, site);
      if constexpr (!std::is_same<V, NullType>::value)
        move<striped>(Exchange<V>(storage_.values, file, line), values, ranks, is_last, site);
    }
  }

  /// Where each key belongs by one digit: behind all smaller digits, and equal ones of threads and items before.
  template <bool descending>
  __device__ __forceinline__ void rank(const Keys& keys, int (&ranks)[ItemsPerThread], int bit, int bits,
                                       const cudasim::Site& site) {
    auto& counts = storage_.counts;
    const auto count_of = [&](int i) -> unsigned short& {
      const auto digit = sim::digit(sim::ordered_bits(keys[i], descending), bit, bits);
      return counts[static_cast<int>(digit) * threads + rank_];
    };
    for (int digit = 0; digit < digits; ++digit) counts[digit * threads + rank_] = 0;
    for (int i = 0; i < ItemsPerThread; ++i) ++count_of(i);
    cudasim::detail::block_barrier(true, site);
    unsigned sum = 0;
    for (int i = 0; i < digits; ++i) sum += counts[rank_ * digits + i];
    Scan(storage_.scan, site.file, site.line).ExclusiveSum(sum, sum, site.file, site.line);
    for (int i = 0; i < digits; ++i) {
      unsigned short& count = counts[rank_ * digits + i];
      const unsigned before = sum;
      sum += count;
      count = static_cast<unsigned short>(before);
    }
    cudasim::detail::block_barrier(true, site);
    for (int i = 0; i < ItemsPerThread; ++i) ranks[i] = count_of(i)++;
    cudasim::detail::block_barrier(true, site);
  }

  template <bool striped, class Exchanger, class T>
  __device__ __forceinline__ void move(Exchanger exchange, T (&items)[ItemsPerThread],
                                       const int (&ranks)[ItemsPerThread], bool is_last,
                                       const cudasim::Site& site) {
    if (striped && is_last)
      exchange.ScatterToStriped(items, ranks, site.file, site.line);
    else
      exchange.ScatterToBlocked(items, ranks, site.file, site.line);
    if (!is_last || !keys_only) cudasim::detail::block_barrier(true, site);
  }

  TempStorage& storage_;
  int rank_;
};

}  // namespace cub
