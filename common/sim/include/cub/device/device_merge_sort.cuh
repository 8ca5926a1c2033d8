// Sorts keys by a comparison, in place, with items beside them if there are any: always stable.
#pragma once

#include <algorithm>
#include <vector>

#include "device_call.cuh"

namespace cub {

struct DeviceMergeSort {
#define CUDASIM_SORT(prefix)                                                                               \
  template <class Keys, class Count, class Less>                                                           \
  static cudaError_t prefix##SortKeys(void* d_temp_storage, std::size_t& temp_storage_bytes, Keys d_keys,  \
                                      Count num_items, Less less, cudaStream_t stream = nullptr) {         \
    NullType* const none = nullptr;                                                                        \
    return sort("cub::DeviceMergeSort::" #prefix "SortKeys", d_temp_storage, temp_storage_bytes, d_keys,   \
                none, static_cast<std::size_t>(num_items), less, stream);                                  \
  }                                                                                                        \
  template <class Keys, class Items, class Count, class Less>                                              \
  static cudaError_t prefix##SortPairs(void* d_temp_storage, std::size_t& temp_storage_bytes, Keys d_keys, \
                                       Items d_items, Count num_items, Less less,                          \
                                       cudaStream_t stream = nullptr) {                                    \
    return sort("cub::DeviceMergeSort::" #prefix "SortPairs", d_temp_storage, temp_storage_bytes, d_keys,  \
                d_items, static_cast<std::size_t>(num_items), less, stream);                               \
  }
  CUDASIM_SORT()
  CUDASIM_SORT(Stable)
#undef CUDASIM_SORT

 private:
  template <class Keys, class Items, class Less>
  static cudaError_t sort(const char* name, void* storage, std::size_t& bytes, Keys keys, Items items,
                          std::size_t count, Less less, cudaStream_t stream) {
    using Key = sim::ValueOf<Keys>;
    using Item = sim::ValueOf<Items>;
    constexpr bool has_items = !std::is_same<Item, NullType>::value;
    return sim::device_call(name, storage, bytes, count * sizeof(Key), stream, [=]() mutable {
      std::vector<KeyValuePair<Key, Item>> sorted(count);
      for (std::size_t i = 0; i < count; ++i) {
        sorted[i].key = keys[i];
        if constexpr (has_items) sorted[i].value = items[i];
      }
      std::stable_sort(sorted.begin(), sorted.end(),
                       [&](const auto& a, const auto& b) { return less(a.key, b.key); });
      for (std::size_t i = 0; i < count; ++i) {
        keys[i] = sorted[i].key;
        if constexpr (has_items) items[i] = sorted[i].value;
      }
    });
  }
};

}  // namespace cub
