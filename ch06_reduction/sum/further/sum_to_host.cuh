#pragma once

#include <cstdint>

#include "reduce.cuh"
#include "words.cuh"

/// What reduce_mapped, reduce_graph and reduce_collected share: the walk of reduce_block_step, in a function.
namespace ch06 {

constexpr int words_in_flight = 4;  ///< 16-byte loads of a thread

/// The elements of T that a thread has in flight.
template <typename T>
constexpr std::int64_t elements_in_flight = words_in_flight * sizeof(typename Vector<T>::type) / sizeof(T);

/// What this thread adds up of the n elements (reduce_block_step explains the walk).
template <typename T>
__device__ T thread_share(const T* in, std::int64_t n) {
  const Words<T> in_words(in, n);
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t step = std::int64_t{words_in_flight} * blockDim.x;
  T sum = 0;
  // Not unrolled by the compiler: a step has as many loads in flight as it says.
#pragma unroll 1
  for (std::int64_t begin = blockIdx.x * step; begin < in_words.count; begin += gridDim.x * step) {
    const std::int64_t i = begin + threadIdx.x;
    if (begin + step <= in_words.count) {
      typename Vector<T>::type word[words_in_flight];
#pragma unroll
      for (int k = 0; k < words_in_flight; ++k) word[k] = in_words.words[i + k * blockDim.x];
#pragma unroll
      for (int k = 0; k < words_in_flight; ++k) sum += Vector<T>::sum(word[k]);
    } else {
      for (std::int64_t rest = i; rest < in_words.count; rest += blockDim.x)
        sum += Vector<T>::sum(in_words.words[rest]);
    }
  }
  // The grid has more threads than head or tail have elements.
  if (thread < in_words.head) sum += in[thread];
  const std::int64_t in_tail = in_words.tail_begin + thread;
  if (in_tail < n) sum += in[in_tail];
  return sum;
}

}  // namespace ch06
