#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// How the threads of a grid load all keys, 16 bytes at a time. (histogram_words explains it.)
namespace histogram {

// [keys]
/// count(key) for each key in a word of 16 bytes: four ints, or 16 bytes.
template <typename Key, typename Count>
__device__ void each_key_of(uint4 word, Count count) {
  const unsigned parts[] = {word.x, word.y, word.z, word.w};
#pragma unroll
  for (const unsigned part : parts) {
    if constexpr (sizeof(Key) == sizeof(part)) {
      count(part);
    } else {
#pragma unroll
      for (int shift = 0; shift < 32; shift += 8) count(part >> shift & 255);
    }
  }
}
// [keys]

// [walk]
/// count(key) for each of the n keys, once in the whole grid. Each thread has four words in flight.
template <typename Key, typename Count>
__device__ void each_key(const Key* keys, std::int64_t n, Count count) {
  constexpr int in_word = sizeof(uint4) / sizeof(Key);
  constexpr int in_flight = 4;
  const auto* words = reinterpret_cast<const uint4*>(keys);
  const std::int64_t whole_words = n / in_word;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t self = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;

  std::int64_t at = self;
  for (; at + (in_flight - 1) * threads < whole_words; at += in_flight * threads) {
    uint4 word[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) word[k] = words[at + k * threads];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) each_key_of<Key>(word[k], count);
  }
  for (; at < whole_words; at += threads) each_key_of<Key>(words[at], count);

  const std::int64_t last = whole_words * in_word + self;  // fewer keys than a word holds
  if (last < n) count(static_cast<unsigned>(keys[last]));
}
// [walk]

}  // namespace histogram
