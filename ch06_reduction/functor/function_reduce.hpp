#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tutorial/tutorial.hpp"

/// The generic reduction of [Farber] ch. 6, written anew for lanes that do not run in step. What it reads and
/// how it combines are function objects, so that one kernel serves sums, minima, counts, and any type.
///
///     n values                         from memory, or computed
///      | 1  every thread folds its walk in a register
///     1024 a block                     registers
///      | 2  all but the first warp park theirs in shared memory; one barrier; the first warp folds them
///     32 a block                       registers of one warp
///      | 3  the warp folds itself: 16, 8, 4, 2, 1
///     1 a block                        global memory
///      | 4  the host folds those, with the host side of the same functor
///     1
namespace ch06 {

constexpr int warp_size = 32;
constexpr int reduce_threads = 1024;  ///< a block; its first warp and 992 slots of shared memory

// How two values become one. The order of the walk is not that of the elements: an operation must be
// associative and commutative, up to rounding. identity() is what changes nothing; n = 0 gives it back.

/// a + b.
template <typename T>
struct plus {
  static T identity() { return T{0}; }
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

/// The smaller one.
template <typename T>
struct minimum {
  using limits = std::numeric_limits<T>;
  static T identity() { return limits::has_infinity ? limits::infinity() : limits::max(); }
  __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};

/// The larger one.
template <typename T>
struct maximum {
  using limits = std::numeric_limits<T>;
  static T identity() { return limits::has_infinity ? -limits::infinity() : limits::lowest(); }
  __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

// Where value number i comes from. A functor that computes it from i alone reads no memory at all.

/// From memory.
template <typename T>
struct memFetch {
  const T* data;

  __device__ T operator()(std::int64_t i) const { return data[i]; }
};

/// From memory, and asks the L2 cache to fetch what this thread reads in its next step: the walk goes
/// downwards, so that is the element one whole grid below, if the array goes that far.
// [prefetch]
template <typename T>
struct prefetch {
  const T* data;

  __device__ T operator()(std::int64_t i) const {
    const std::int64_t next = i - std::int64_t{gridDim.x} * blockDim.x;
    if (next >= 0) asm volatile("prefetch.global.L2 [%0];" : : "l"(data + next));
    return data[i];
  }
};
// [prefetch]

/// Who turns a warp's 32 values into one.
enum class Finish {
  tree,       ///< all lanes, in five steps
  one_thread  ///< lane 0, in 31 steps: the comparison of claim C11
};

/// Stage 3, called by all 32 lanes of a warp. `slots` holds a value of each lane; the result is in slots[0],
/// where lane 0 may read it at once and the others after a __syncwarp().
///
/// The book's version leaves out the __syncwarp() and relies on lanes in step. Since Volta they need not be:
/// a lane may read a slot before its owner has written it, or after its owner has gone on to the next step.
// [fold]
template <Finish finish, typename T, typename Binary>
__device__ void fold_warp(T* slots, int lane, Binary binary) {
  __syncwarp();  // the slots are full
  if constexpr (finish == Finish::tree) {
    for (int stride = warp_size / 2; stride > 0; stride /= 2) {
      if (lane < stride) slots[lane] = binary(slots[lane], slots[lane + stride]);
      __syncwarp();  // the next step reads what other lanes wrote in this one
    }
  } else if (lane == 0) {
    T value = slots[0];
    for (int slot = 1; slot < warp_size; ++slot) value = binary(value, slots[slot]);
    slots[0] = value;
  }
}
// [fold]

/// Stages 1 to 3. blockDim.x == reduce_threads; partial[b] becomes block b's value.
///
/// @tparam loads  how many values a thread asks for before it uses the first; 1 is the book's loop
// [kernel]
template <int loads, Finish finish, typename T, typename Unary, typename Binary>
__global__ void __launch_bounds__(reduce_threads)
    d_functionReduce(T* partial, std::int64_t n, T init, Unary unary, Binary binary) {
  __shared__ T parked[reduce_threads - warp_size];

  const int thread = threadIdx.x;
  const std::int64_t grid_threads = std::int64_t{gridDim.x} * blockDim.x;

  // 1. Downwards from the last element, in steps of the whole grid. The lanes of a warp read neighbours. The
  //    compiler must not unroll the plain loop: how many loads are under way is what the programs vary.
  T value = init;
  std::int64_t i = n - 1 - (std::int64_t{blockIdx.x} * blockDim.x + thread);
  if constexpr (loads > 1) {
    for (; i >= (loads - 1) * grid_threads; i -= loads * grid_threads) {
      T next[loads];
#pragma unroll
      for (int k = 0; k < loads; ++k) next[k] = unary(i - k * grid_threads);
#pragma unroll
      for (int k = 0; k < loads; ++k) value = binary(value, next[k]);
    }
  }
#pragma unroll 1
  for (; i >= 0; i -= grid_threads) value = binary(value, unary(i));

  // 2. The first warp keeps its values in registers, so 32 slots fewer will do.
  if (thread >= warp_size) parked[thread - warp_size] = value;
  __syncthreads();  // the first warp reads what all others parked
  if (thread >= warp_size) return;
  for (int slot = thread; slot < reduce_threads - warp_size; slot += warp_size) {
    value = binary(value, parked[slot]);
  }

  // 3. Slot `thread` was read by this lane alone: it is free.
  parked[thread] = value;
  fold_warp<finish>(parked, thread, binary);
  if (thread == 0) partial[blockIdx.x] = parked[0];
}
// [kernel]

/// Stages 1 to 3: one value a block into `partial`, which has room for `blocks`. Does not wait.
template <int loads = 1, Finish finish = Finish::tree, typename T, typename Unary, typename Binary>
void launch_function_reduce(std::int64_t n, T* partial, unsigned blocks, T init, Unary unary, Binary binary) {
  d_functionReduce<loads, finish><<<blocks, reduce_threads>>>(partial, n, init, unary, binary);
  CUDA_CHECK_LAUNCH();
}

/// Stage 4: waits for the kernel, and folds the blocks' values on the host.
template <typename T, typename Binary>
T finish_on_host(const T* partial, unsigned blocks, T init, Binary binary) {
  std::vector<T> host(blocks);
  CUDA_CHECK(cudaMemcpy(host.data(), partial, blocks * sizeof(T), cudaMemcpyDeviceToHost));
  T value = init;
  for (const T block_value : host) value = binary(value, block_value);
  return value;
}

/// binary(unary(0), binary(unary(1), ...)) of n values, in any order.
///
/// @param d_partial  scratch memory, one element a block: its size is the grid's. The caller keeps it, so that
///                   only the first of many reductions pays for an allocation
/// @param init       the identity of `binary`: every thread starts from it, not only the first
template <typename T, int loads = 1, typename Unary, typename Binary>
T functionReduce(std::int64_t n, tutorial::DeviceBuffer<T>* d_partial, T init, Unary unary, Binary binary) {
  const auto blocks = static_cast<unsigned>(d_partial->size());
  launch_function_reduce<loads>(n, d_partial->data(), blocks, init, unary, binary);
  return finish_on_host(d_partial->data(), blocks, init, binary);
}

/// The same for a caller that keeps no scratch memory: allocates and frees it in each call.
template <typename T, int loads = 1, typename Unary, typename Binary>
T functionReduce(std::int64_t n, unsigned blocks, T init, Unary unary, Binary binary) {
  T* partial = nullptr;
  CUDA_CHECK(cudaMalloc(&partial, blocks * sizeof(T)));
  launch_function_reduce<loads>(n, partial, blocks, init, unary, binary);
  const T value = finish_on_host(partial, blocks, init, binary);
  CUDA_CHECK(cudaFree(partial));
  return value;
}

using tutorial::device_attribute;

/// The book's grid: one block a multiprocessor, which were 14 on its device.
inline unsigned book_blocks() {
  return static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount));
}

/// As many blocks as the device has room for threads.
inline unsigned full_blocks() {
  const int room = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / reduce_threads;
  return book_blocks() * static_cast<unsigned>(room);
}

}  // namespace ch06
