#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "tutorial/cuda_check.hpp"
#include "tutorial/device_attribute.hpp"
#include "tutorial/program.hpp"

/// What the kernels of chapter 6 share from reduce_grid_stride on. No barrier is hidden here: those are in
/// the kernels.
namespace ch06 {

constexpr int warp_size = 32;

/// The sum of the warp's values, in lane 0. All 32 lanes must call it. (reduce_shuffle explains it.)
template <typename T>
__device__ T warp_sum(T value) {
  for (int offset = warp_size / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  }
  return value;
}

/// The blocks of a grid that fills the device and walks over `items`: as many as all multiprocessors can hold
/// at once, less where fewer have an item for each thread, and at least one.
template <typename Kernel>
unsigned filling_blocks(Kernel* kernel, int block_size, std::int64_t items) {
  int resident = 0;  // blocks of this kernel on one multiprocessor, as its registers and shared memory allow
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block_size, 0));
  const auto filling =
      static_cast<unsigned>(tutorial::device_attribute(cudaDevAttrMultiProcessorCount) * resident);
  return std::min(filling, tutorial::blocks_for(std::min(items, std::int64_t{1} << 40), block_size));
}

/// Threads a block, for a kernel that wants few and large ones: 1024 where they fill a multiprocessor, which holds 1024,
/// 1536 or 2048 threads, else 512.
inline int large_block_size() {
  constexpr int largest = 1024;
  const int threads = tutorial::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  return threads % largest == 0 ? largest : largest / 2;
}

/// Sixteen bytes of T: the widest load of a thread. `sum` adds up the elements of one.
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
  std::int64_t tail_begin;  ///< the first element behind the last word
};

}  // namespace ch06
