// What merge sorts of warps and of blocks share: each thread sorts its own items, then runs of items, twice as long each time, become
// one by merging in shared memory. Each thread makes as many items of the merged run as it has, and finds where they begin.
#pragma once

#include "util_type.cuh"

namespace cub {
namespace sim {

/// `Group` says who it is: a rank, and a barrier that its threads share.
template <class Group, typename Key, int Threads, int ItemsPerThread, typename Value>
class MergeSort {
  static constexpr int count = Threads * ItemsPerThread;
  using Keys = Key[ItemsPerThread];
  using Values = Value[ItemsPerThread];

 public:
  struct TempStorage {
    Slots<Key, count> keys;
    Slots<Value, count> values;
  };

#define CUDASIM_SORT(name)                                                                             \
  template <class Less>                                                                                \
  __device__ __forceinline__ void name(Keys& keys, Less less, CUDASIM_SITE_ARGUMENTS) {                \
    Values none;                                                                                       \
    sort(keys, none, less, {Group::name_of, file, line});                                              \
  }                                                                                                    \
  /** Items from `valid_items` on are taken for `out_of_bounds`, which nothing may come behind. */     \
  template <class Less>                                                                                \
  __device__ __forceinline__ void name(Keys& keys, Less less, int valid_items, Key out_of_bounds,      \
                                       CUDASIM_SITE_ARGUMENTS) {                                       \
    Values none;                                                                                       \
    end_at(valid_items, keys, out_of_bounds);                                                          \
    sort(keys, none, less, {Group::name_of, file, line});                                              \
  }                                                                                                    \
  template <class Less>                                                                                \
  __device__ __forceinline__ void name(Keys& keys, Values& items, Less less, CUDASIM_SITE_ARGUMENTS) { \
    sort(keys, items, less, {Group::name_of, file, line});                                             \
  }                                                                                                    \
  template <class Less>                                                                                \
  __device__ __forceinline__ void name(Keys& keys, Values& items, Less less, int valid_items,          \
                                       Key out_of_bounds, CUDASIM_SITE_ARGUMENTS) {                    \
    end_at(valid_items, keys, out_of_bounds);                                                          \
    sort(keys, items, less, {Group::name_of, file, line});                                             \
  }
  CUDASIM_SORT(Sort)
  CUDASIM_SORT(StableSort)
#undef CUDASIM_SORT

 protected:
  __device__ __forceinline__ MergeSort(TempStorage& storage, Group group)
      : storage_(storage), group_(group) {}

 private:
  __device__ __forceinline__ void end_at(int valid_items, Keys& keys, const Key& out_of_bounds) {
    for (int i = 0; i < ItemsPerThread; ++i)
      if (group_.rank * ItemsPerThread + i >= valid_items) keys[i] = out_of_bounds;
  }

  template <class Less>
  __device__ __forceinline__ static void sort_own(Keys& keys, Values& items, Less less) {
    for (int i = 1; i < ItemsPerThread; ++i)
      for (int at = i; at > 0 && less(keys[at], keys[at - 1]); --at) {
        const Key key = keys[at];
        keys[at] = keys[at - 1];
        keys[at - 1] = key;
        const Value item = items[at];
        items[at] = items[at - 1];
        items[at - 1] = item;
      }
  }

  template <class Less>
  __device__ __forceinline__ void sort(Keys& keys, Values& items, Less less, const cudasim::Site& site) {
    sort_own(keys, items, less);
    for (int run = ItemsPerThread; run < count; run *= 2) {
      group_.meet(site);
      for (int i = 0; i < ItemsPerThread; ++i) {
        storage_.keys[group_.rank * ItemsPerThread + i] = keys[i];
        storage_.values[group_.rank * ItemsPerThread + i] = items[i];
      }
      group_.meet(site);
      merge(keys, items, less, run);
    }
  }

  template <class Less>
  __device__ __forceinline__ void merge(Keys& keys, Values& items, Less less, int run) {
    const int first = group_.rank * ItemsPerThread, begin = first / (2 * run) * 2 * run;
    const int middle = begin + run < count ? begin + run : count;
    const int end = middle + run < count ? middle + run : count;
    int left = begin + taken_from_left(first - begin, begin, middle, end, less);
    int right = middle + first - left;
    for (int i = 0; i < ItemsPerThread; ++i) {
      const bool from_left =
          left < middle && (right >= end || !less(storage_.keys[right], storage_.keys[left]));
      const int at = from_left ? left++ : right++;
      keys[i] = storage_.keys[at];
      items[i] = storage_.values[at];
    }
  }

  /// Of the first `taken` items of the two runs as one.
  template <class Less>
  __device__ __forceinline__ int taken_from_left(int taken, int begin, int middle, int end, Less less) {
    int low = taken > end - middle ? taken - (end - middle) : 0;
    int high = taken < middle - begin ? taken : middle - begin;
    while (low < high) {
      const int half = (low + high) / 2;
      if (less(storage_.keys[middle + taken - 1 - half], storage_.keys[begin + half]))
        high = half;
      else
        low = half + 1;
    }
    return low;
  }

  TempStorage& storage_;
  Group group_;
};

}  // namespace sim
}  // namespace cub
