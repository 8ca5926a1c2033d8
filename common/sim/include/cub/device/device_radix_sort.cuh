// Sorts keys by some of their bits, with values beside them if there are any: stable.
#pragma once

#include <algorithm>
#include <vector>

#include "../radix_keys.cuh"
#include "device_call.cuh"

namespace cub {

struct DeviceRadixSort {
#define CUDASIM_SORT(name, descending)                                                                       \
  template <class Key, class Count>                                                                          \
  static cudaError_t SortKeys##name(                                                                         \
      void* d_temp_storage, std::size_t& temp_storage_bytes, const Key* d_keys_in, Key* d_keys_out,          \
      Count num_items, int begin_bit = 0, int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {    \
    const NullType* const none_in = nullptr;                                                                 \
    NullType* const none_out = nullptr;                                                                      \
    return sort<descending>("cub::DeviceRadixSort::SortKeys" #name, d_temp_storage, temp_storage_bytes,      \
                            d_keys_in, d_keys_out, none_in, none_out, num_items, begin_bit, end_bit,         \
                            stream);                                                                         \
  }                                                                                                          \
  template <class Key, class Count>                                                                          \
  static cudaError_t SortKeys##name(void* d_temp_storage, std::size_t& temp_storage_bytes,                   \
                                    DoubleBuffer<Key>& d_keys, Count num_items, int begin_bit = 0,           \
                                    int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {          \
    const auto* const in = d_keys.Current();                                                                 \
    if (d_temp_storage != nullptr) d_keys.selector ^= 1;                                                     \
    return SortKeys##name(d_temp_storage, temp_storage_bytes, in, d_keys.Current(), num_items, begin_bit,    \
                          end_bit, stream);                                                                  \
  }                                                                                                          \
  template <class Key, class Value, class Count>                                                             \
  static cudaError_t SortPairs##name(void* d_temp_storage, std::size_t& temp_storage_bytes,                  \
                                     const Key* d_keys_in, Key* d_keys_out, const Value* d_values_in,        \
                                     Value* d_values_out, Count num_items, int begin_bit = 0,                \
                                     int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {         \
    return sort<descending>("cub::DeviceRadixSort::SortPairs" #name, d_temp_storage, temp_storage_bytes,     \
                            d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, begin_bit, end_bit, \
                            stream);                                                                         \
  }                                                                                                          \
  template <class Key, class Value, class Count>                                                             \
  static cudaError_t SortPairs##name(void* d_temp_storage, std::size_t& temp_storage_bytes,                  \
                                     DoubleBuffer<Key>& d_keys, DoubleBuffer<Value>& d_values,               \
                                     Count num_items, int begin_bit = 0, int end_bit = 8 * sizeof(Key),      \
                                     cudaStream_t stream = nullptr) {                                        \
    const auto* const keys = d_keys.Current();                                                               \
    const auto* const values = d_values.Current();                                                           \
    if (d_temp_storage != nullptr) d_keys.selector ^= 1, d_values.selector ^= 1;                             \
    return SortPairs##name(d_temp_storage, temp_storage_bytes, keys, d_keys.Current(), values,               \
                           d_values.Current(), num_items, begin_bit, end_bit, stream);                       \
  }
  CUDASIM_SORT(, false)
  CUDASIM_SORT(Descending, true)
#undef CUDASIM_SORT

 private:
  template <class Key, class Value>
  struct Item {
    unsigned long long digits;
    Key key;
    Value value;
  };

  template <bool descending, class Key, class Value, class Count>
  static cudaError_t sort(const char* name, void* storage, std::size_t& bytes, const Key* keys, Key* keys_out,
                          const Value* values, Value* values_out, Count count, int begin_bit, int end_bit,
                          cudaStream_t stream) {
    constexpr bool has_values = !std::is_same<Value, NullType>::value;
    const std::size_t items = static_cast<std::size_t>(count);
    return sim::device_call(name, storage, bytes, items * sizeof(Key), stream, [=] {
      std::vector<Item<Key, Value>> sorted(items);
      for (std::size_t i = 0; i < items; ++i) {
        sorted[i].key = keys[i];
        if constexpr (has_values) sorted[i].value = values[i];
        sorted[i].digits =
            sim::digit(sim::ordered_bits(sorted[i].key, descending), begin_bit, end_bit - begin_bit);
      }
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](const auto& a, const auto& b) { return a.digits < b.digits; });
      for (std::size_t i = 0; i < items; ++i) {
        keys_out[i] = sorted[i].key;
        if constexpr (has_values) values_out[i] = sorted[i].value;
      }
    });
  }
};

}  // namespace cub
