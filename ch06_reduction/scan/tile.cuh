#pragma once

#include <cstdint>

#include "scan/block_scan.cuh"
#include "tutorial/across_warp.cuh"

/// A tile is what a block scans at a time: some words of 16 bytes per thread, in registers. (scan_words explains it.)
namespace scan {

/// The elements of a tile that one thread holds. Each warp owns neighboring elements; word k of its 32 lanes is 128 of them.
template <int words>
struct Tile {
  static constexpr int elements_of_warp = 4 * words * tutorial::warp_size;
  int4 word[words];

  /// Where word k begins, counted from the tile's first element.
  static __device__ int place(int k) {
    const int warp = threadIdx.x / tutorial::warp_size;
    const int lane = threadIdx.x % tutorial::warp_size;
    return warp * elements_of_warp + (k * tutorial::warp_size + lane) * 4;
  }

  // [load]
  /// The tile's elements; 0 past the end, which is `left` elements after `in`.
  __device__ void load(const int* in, std::int64_t left) {
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int* from = in + place(k);
      if (place(k) + 4 <= left) {
        word[k] = *reinterpret_cast<const int4*>(from);
      } else {
        const auto at = [&](int i) { return place(k) + i < left ? from[i] : 0; };
        word[k] = {at(0), at(1), at(2), at(3)};
      }
    }
  }
  // [load]

  /// The same for the way back: nothing is written past the end.
  __device__ void store(int* out, std::int64_t left) const {
#pragma unroll
    for (int k = 0; k < words; ++k) {
      int* to = out + place(k);
      if (place(k) + 4 <= left) {
        *reinterpret_cast<int4*>(to) = word[k];
      } else {
        if (place(k) < left) to[0] = word[k].x;
        if (place(k) + 1 < left) to[1] = word[k].y;
        if (place(k) + 2 < left) to[2] = word[k].z;
      }
    }
  }

  /// The same for a tile that is there as a whole. By a call, as the compiler would make four stores of 4 bytes from one of 16 where it
  /// can merge them with those of the function before.
  __device__ void store_whole(int* out) const {
#pragma unroll
    for (int k = 0; k < words; ++k) __stcs(reinterpret_cast<int4*>(out + place(k)), word[k]);
  }

  /// The sum of the tile's elements in this warp, in all lanes.
  __device__ int sum_in_warp() const {
    int sum = 0;
#pragma unroll
    for (const int4& w : word) sum += w.x + w.y + w.z + w.w;
    return tutorial::sum_across_warp(sum);
  }

  // [scan]
  /// Replaces each element by the sum of the elements before it in the warp. Returns the warp's sum, in all lanes.
  __device__ int scan_in_warp() {
    int total = 0;
#pragma unroll
    for (int k = 0; k < words; ++k) {
      const int4 v = word[k];
      const int sum = v.x + v.y + v.z + v.w;
      const int up_to = warp_scan(sum);
      word[k].x = total + up_to - sum;
      word[k].y = word[k].x + v.x;
      word[k].z = word[k].y + v.y;
      word[k].w = word[k].z + v.z;
      total += __shfl_sync(0xFFFFFFFFu, up_to, tutorial::warp_size - 1);
    }
    return total;
  }
  // [scan]

  /// Adds `sum` to each element.
  __device__ void add(int sum) {
#pragma unroll
    for (int4& w : word) w = {w.x + sum, w.y + sum, w.z + sum, w.w + sum};
  }
};

/// How many elements a tile has.
template <int words>
__host__ __device__ constexpr int tile_size(int block_size) {
  return 4 * words * block_size;
}

}  // namespace scan
