#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// 16-byte loads, for the kernels after reduce_vector, which explains them.
namespace ch06 {

/// Sixteen bytes of T, the widest load of a thread up to compute capability 9.0. `sum` adds up the elements of one.
template <typename T>
struct Vector;

template <>
struct Vector<float> {
  using type = float4;
  static __device__ float sum(float4 v) { return (v.x + v.y) + (v.z + v.w); }
  static __device__ float dot(float4 a, float4 b) {
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
  }
};

template <>
struct Vector<int> {
  using type = int4;
  static __device__ int sum(int4 v) { return (v.x + v.y) + (v.z + v.w); }
};

template <>
struct Vector<double> {
  using type = double2;
  static __device__ double sum(double2 v) { return v.x + v.y; }
  static __device__ double dot(double2 a, double2 b) { return a.x * b.x + a.y * b.y; }
};

/// How a vector of n elements falls into 16-byte words: a head before the first address that is a multiple
/// of 16, the words, and a tail. Head and tail have fewer elements than a word.
template <typename T>
struct Words {
  using Word = typename Vector<T>::type;

  __device__ Words(const T* in, std::int64_t n) {
    constexpr std::int64_t in_word = sizeof(Word) / sizeof(T);
    const auto past =
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(in) % sizeof(Word) / sizeof(T));
    const std::int64_t missing = past == 0 ? 0 : in_word - past;
    head = missing < n ? missing : n;
    words = reinterpret_cast<const Word*>(in + head);
    count = (n - head) / in_word;
    tail_begin = head + count * in_word;
  }

  std::int64_t head;        ///< elements in front of the first word
  const Word* words;        ///< the first word
  std::int64_t count;       ///< words
  std::int64_t tail_begin;  ///< the first element after the last word
};

}  // namespace ch06
