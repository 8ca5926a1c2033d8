// scatter_elements: what does it cost if an index, not the thread, determines which element is written?
//
// Before   gather_elements reads through the index, and writes element i in thread i.
// Change   The index is on the other side: a[index[i]] = b[i].
//
//              b    lane 0  lane 1  lane 2  lane 3  ...
//                     |        `-----.  |      `-------.
//              a  | . v . . . . . . | v v . . . . . . | v . . . . . . |   sectors of 8 ints
//
//          Two lanes must not write one element, because the result would depend on which came last. So the random
//          indices are a permutation; sorted, that is the sequential order again.
//
// Expect   Sectors per request of the writes, int: 4 sequential, 32 random. A random write changes 4 of the 32 bytes of a
//          sector. Memory with error correction must read the rest, merge and write it back: two trips where the
//          gather has one. So a random scatter should cost more than a random gather.
// Measured - "scatter, random, one per thread" is slower than gather_elements "gather, random, one per thread"
//            (with measuring).
// Run      ./tutorial run scatter_elements -- --n 100000000
// See      ./tutorial explain scatter_elements -- --order random, and sequential, reversed
// Source   [Farber] ch. 6

#include "gather/arrays.hpp"

#ifndef TUTORIAL_SIMULATOR
#include <thrust/execution_policy.h>
#include <thrust/scatter.h>
#endif

// [kernel]
// No element may appear twice in the index.
template <typename T>
__global__ void scatter(T* a, const T* b, const std::uint32_t* index, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) a[index[i]] = b[i];
}
// [kernel]

template <typename T>
void measure(tutorial::Program& program, std::int64_t n, const std::string& order) {
  const std::vector<std::uint32_t> index = ch06::indices_in_order(order, true, n, program.seed());
  tutorial::DeviceBuffer<T> d_a(n), d_b(n);              // cudaMalloc
  tutorial::DeviceBuffer<std::uint32_t> d_index(index);  // cudaMalloc, cudaMemcpy
  d_b.copy_from(ch06::make_values<T>(n));                // cudaMemcpy
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(n, block);

  program.measure(
      ch06::gather_row<T>(n, "scatter, " + order + ", one per thread"),
      [&] {
        scatter<<<grid, block>>>(d_a.data(), d_b.data(), d_index.data(), n);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return ch06::check_scatter(d_a.to_host(), index); });
#ifndef TUTORIAL_SIMULATOR
  d_a.poison();
  tutorial::Case row = ch06::gather_row<T>(n, "thrust::scatter, " + order);
  row.peer = true;
  program.measure(
      row, [&] { thrust::scatter(thrust::device, d_b.data(), d_b.data() + n, d_index.data(), d_a.data()); },
      [&] { return ch06::check_scatter(d_a.to_host(), index); });
#endif
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n, const std::string& wanted) {
  ch06::require_small_indices(n);
  std::vector<std::string> orders = {"sequential", "random"};
  if (wanted != "all") orders = {wanted};
  for (const std::string& order : orders) measure<T>(program, n, order);
#ifdef TUTORIAL_SIMULATOR
  program.left_out("thrust::scatter", "library device code is not simulated");
#endif
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string order;
  ch06::add_gather_options(program, n, order, {"all", "sequential", "random", "reversed"});
  return program.run<int, long long>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, order); });
}
