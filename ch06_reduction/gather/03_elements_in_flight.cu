// elements_in_flight: is it latency that limits a gather, or the sectors?
//
// Before   In gather_elements and scatter_elements a thread waits for its index, then for its element, and moves one.
// Change   A thread moves four elements, a block's width apart. It requests all four indices before it uses the first, then
//          all four elements: the same requests to memory, four of them in flight at a time.
//
//              one      index | element | store
//              four     index index index index | element element element element | store store store store
//
// Expect   Four elements per thread should help wherever latency is the limit: sequential and sorted, whose bytes are few
//          and which are below the ceiling. A random gather at 100 M already moves 64 bytes for each int, as many as
//          the memory can: there, four in flight should change nothing, and neither for a scatter.
// Measured - "gather, sequential, four per thread" is at least 1.3 times as fast as gather_elements "gather, sequential,
//            one per thread" (after measuring).
//          - "gather, random, four per thread" is as fast as gather_elements "gather, random, one per thread" (after
//            measuring).
// Run      ./tutorial run elements_in_flight -- --n 100000000
// See      ./tutorial explain elements_in_flight -- --order random
// Source   ours

#include "gather/arrays.hpp"

constexpr int per_thread = 4;

// [gather]
template <typename T>
__global__ void gather_four(T* a, const T* b, const std::uint32_t* index, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x * per_thread + threadIdx.x;

  // Separate loops: all reads of one loop are in flight before the next loop needs the first.
  std::uint32_t place[per_thread] = {};
  T value[per_thread] = {};
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) place[k] = index[i];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) value[k] = b[place[k]];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) a[i] = value[k];
  }
}
// [gather]

// No element may appear twice in the index.
template <typename T>
__global__ void scatter_four(T* a, const T* b, const std::uint32_t* index, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x * per_thread + threadIdx.x;

  std::uint32_t place[per_thread] = {};
  T value[per_thread] = {};
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) place[k] = index[i];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) value[k] = b[i];
  }
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const std::int64_t i = first + k * static_cast<int>(blockDim.x);
    if (i < n) a[place[k]] = value[k];
  }
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n, const std::string& wanted) {
  ch06::require_small_indices(n);
  tutorial::DeviceBuffer<T> d_a(n), d_b(n);  // cudaMalloc
  tutorial::DeviceBuffer<std::uint32_t> d_index(n);
  d_b.copy_from(ch06::make_values<T>(n));  // cudaMemcpy
  const int block = program.block();
  const unsigned grid = tutorial::blocks_for(n, block * per_thread);

  const auto measure = [&](const std::string& direction, const std::string& order, auto kernel, auto check) {
    const auto index = ch06::indices_in_order(order, direction == "scatter", n, program.seed());
    d_index.copy_from(index);  // cudaMemcpy
    d_a.poison();
    program.measure(
        ch06::gather_row<T>(n, direction + ", " + order + ", four per thread"),
        [&] {
          kernel<<<grid, block>>>(d_a.data(), d_b.data(), d_index.data(), n);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return check(d_a.to_host(), index); });
  };
  for (const std::string order : {"sequential", "sorted", "random", "reversed"}) {
    if (wanted == "all" ? order != "reversed" : order == wanted)
      measure("gather", order, gather_four<T>, ch06::check_gather<T>);
  }
  for (const std::string order : {"sequential", "random", "reversed"}) {
    if (wanted == "all" ? order != "reversed" : order == wanted)
      measure("scatter", order, scatter_four<T>, ch06::check_scatter<T>);
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::string order;
  ch06::add_gather_options(program, n, order, {"all", "sequential", "sorted", "random", "reversed"});
  return program.run<int, long long>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, order); });
}
