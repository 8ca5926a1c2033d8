#pragma once

#include "chapter.hpp"
#include "mapped.hpp"
#include "reduce.cuh"

/// reduce_block_step's kernel with another end: the sum goes to the host.
namespace ch06 {

constexpr int words_in_flight = 4;

/// blockDim.x is a multiple of 32, so that every warp is full. partial: one element a block. *ticket is 0 before, and
/// after.
template <typename T>
__global__ void mapped_sum(const T* in, T* partial, unsigned* ticket, Message<T>* message, std::int64_t n) {
  __shared__ T warp_sums[warp_size];
  __shared__ bool is_last;

  const int lane = threadIdx.x % warp_size;
  const int warp = threadIdx.x / warp_size;
  const int warps = blockDim.x / warp_size;

  const Words<T> in_words(in, n);
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t step = std::int64_t{words_in_flight} * blockDim.x;
  T sum = 0;
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

  sum = warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) {
      partial[blockIdx.x] = sum;
      __threadfence();
      const unsigned last = gridDim.x - 1;
      is_last = atomicInc(ticket, last) == last;
      __threadfence();
    }
  }
  __syncthreads();
  if (!is_last) return;

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) sum += partial[block];

  sum = warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    sum = warp_sum(lane < warps ? warp_sums[lane] : T{0});
    if (lane == 0) deliver(message, sum);
  }
}

/// The command line of the programs whose time is the launch's more than the reads'.
inline void add_small_walk_options(tutorial::Program& program, std::int64_t& n, std::string& data) {
  program.size("--n", n, "the largest number of elements; the table goes there from 10 K in steps of ten",
               {1'000'000, 100'000, 10'000});
  program.choice("--data", data, "what the elements are", {data_words.begin(), data_words.end() - 1});
  program.types({"float", "double", "int"});
  program.block_sizes({64, 128, 256, 512, 1024}, 512);
}

/// 10 K, 100 K, .. up to n, and n.
inline std::vector<std::int64_t> sizes_up_to(std::int64_t n) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = 10'000; size < n; size *= 10) sizes.push_back(size);
  sizes.push_back(n);
  return sizes;
}

/// A vector with all that mapped_sum needs.
template <typename T>
struct MappedSum {
  MappedSum(const tutorial::Program& program, std::int64_t n, Data data)
      : sum(program.seed(), n, data, program.block(), blocks_for_words(program.block(), n)) {}

  /// In `stream`, which may be one that is being captured.
  void launch(Message<T>* message, cudaStream_t stream) {
    mapped_sum<<<sum.blocks, sum.block_size, 0, stream>>>(sum.begin(), sum.partial.data(), ticket.data(),
                                                          message, sum.n);
    CUDA_CHECK_LAUNCH();
  }

  tutorial::Verdict check(T got) const { return sum.check_total(got, sum.additions(sum.blocks)); }

  Sum<T> sum;
  tutorial::DeviceBuffer<unsigned> ticket{std::vector<unsigned>{0}};
  Mailbox<T> mailbox;

 private:
  static unsigned blocks_for_words(int block_size, std::int64_t n) {
    constexpr std::int64_t in_thread = words_in_flight * sizeof(typename Vector<T>::type) / sizeof(T);
    return filling_blocks(mapped_sum<T>, block_size, (n + in_thread - 1) / in_thread);
  }
};

}  // namespace ch06
