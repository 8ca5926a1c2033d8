// Atomics, compound assignments, volatile, lines, launches by variable, samples of large grids.
#include <cuda/barrier>

#include "tests/lens/counters/counted_runs.hpp"

namespace {

__global__ void histogram(const int* in, int* bins) {
  __shared__ int local[32];
  local[threadIdx.x % 32] = 0;
  __syncthreads();
  atomicAdd(&local[in[threadIdx.x] + threadIdx.x % 32], 1);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void one_cell(int* cell) {
  __shared__ int local;
  if (threadIdx.x == 0) local = 0;
  __syncwarp();
  atomicAdd(&local, 1);
  atomicAdd(cell, 1);
}

__global__ void by_compare_and_swap(float* cells, double* sum) {
  atomicAdd(&cells[threadIdx.x], 1.0f);
  atomicAdd(sum, 1.0);
  atomicMax(reinterpret_cast<int*>(cells) + 64 + threadIdx.x, 3);
  atomicCAS(reinterpret_cast<int*>(cells) + 128, 7, 8);
}

/// Each first attempt finds another value than was loaded, as if another thread had come between.
__global__ void tries_again(float* cells) {
  float* const cell = cells + threadIdx.x;
  bool is_first = true;
  cudasim::detail::atomic_update(cell, 0, [cell, &is_first](float old) {
    if (is_first) *cell = old + 1;
    is_first = false;
    return old + 1;
  });
}

// Each warp sums what the others have left in the round before.
__global__ void rounds(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int slot[2][64];
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  int value = in[threadIdx.x];
  for (int round = 0; round < 3; ++round) {
    slot[round % 2][threadIdx.x] = value;
    all.arrive_and_wait();
    value += slot[round % 2][63 - threadIdx.x];
  }
  out[threadIdx.x] = value;
}

__device__ unsigned shared_address(const void* memory) {
  return static_cast<unsigned>(__cvta_generic_to_shared(memory));
}

// The same with the instructions that a cuda::barrier is made of.
__global__ void rounds_by_ptx(const int* in, int* out) {
  __shared__ unsigned long long all;
  __shared__ int slot[2][64];
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&all)), "r"(blockDim.x));
  __syncthreads();
  int value = in[threadIdx.x];
  for (int round = 0; round < 3; ++round) {
    slot[round % 2][threadIdx.x] = value;
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(shared_address(&all)) : "memory");
    unsigned ended = 0;
    while (ended == 0)
      asm volatile(
          "{\n"
          ".reg .pred p;\n"
          "mbarrier.try_wait.shared.b64 p, [%1], %2;\n"
          "selp.b32 %0, 1, 0, p;\n"
          "}"
          : "=r"(ended)
          : "r"(shared_address(&all)), "l"(state)
          : "memory");
    value += slot[round % 2][63 - threadIdx.x];
  }
  out[threadIdx.x] = value;
}

__global__ void compound(float* cells) {
  cells[threadIdx.x] += 1;
  cells[threadIdx.x + 32] *= 2;
}

__global__ void volatile_cells(volatile int* cells) {
  cells[threadIdx.x] = cells[threadIdx.x] + cells[threadIdx.x + 32];
}

}  // namespace

__device__ float
    device_variable[64];  // visible from outside, so that the compiler does not know what is in it

namespace {

// clang-format off
constexpr int line_of_use = __LINE__ + 2;
__global__ void use_variable(float* out) {
  out[threadIdx.x] = device_variable[threadIdx.x];
}
// clang-format on

template <class T>
__global__ void scale(T* cells, T factor) {
  cells[threadIdx.x] *= factor;
}

__global__ void large(float* cells) { cells[blockIdx.x % 64 * 64 + threadIdx.x] = 1; }

// clang-format off
constexpr int first_line = __LINE__ + 2;
__global__ void three_lines(const float* in, float* out) {
  const float value = in[threadIdx.x];
  out[threadIdx.x] =
      value + __ldg(&in[threadIdx.x + 32]);
}
// clang-format on

}  // namespace

TEST_CASE("a phase of cuda::barrier is a barrier, and its word no shared memory of the program") {
  const Device<int> in, out;
  rounds<<<1, 64>>>(in, out);
  CHECK(results_of("rounds").barriers == 1 + 3);
  CHECK(results_of("rounds").spins == 0);
  CHECK(sums_of("rounds", Space::shared, Op::atomic).requests == 0);
  CHECK(shared_loads("rounds").requests == 2 * 3);
  CHECK(shared_stores("rounds").requests == 1 + 2 * 3);  // one initializes the barrier
}

TEST_CASE("a phase of an mbarrier by PTX is a barrier, and its word no shared memory of the program") {
  const Device<int> in, out;
  rounds_by_ptx<<<1, 64>>>(in, out);
  CHECK(results_of("rounds_by_ptx").barriers == 1 + 3);
  CHECK(results_of("rounds_by_ptx").spins == 0);
  CHECK(sums_of("rounds_by_ptx", Space::shared, Op::atomic).requests == 0);
  CHECK(shared_loads("rounds_by_ptx").requests == 2 * 3);
}

TEST_CASE("atomics are counted as such, once each") {
  const Device<int> in, bins;
  histogram<<<1, 64>>>(in, bins);
  const Sums shared = sums_of("histogram", Space::shared, Op::atomic);
  CHECK(shared.requests == 2);
  CHECK(shared.conflict_degree == 1);
  const Sums global = sums_of("histogram", Space::global, Op::atomic);
  CHECK(global.requests == 1);
  CHECK(global.sectors == 4);
  CHECK(bins.at(5) == 2);
}

TEST_CASE("atomics on one word follow each other") {
  const Device<int> cell;
  one_cell<<<1, 32>>>(cell);
  CHECK(sums_of("one_cell", Space::shared, Op::atomic).conflict_degree == 32);
  CHECK(sums_of("one_cell", Space::global, Op::atomic).sectors == 1);
  CHECK(cell.at(0) == 32);
}

TEST_CASE("atomics made of loops are one access too") {
  const Device<float> cells;
  const Device<double> sum;
  by_compare_and_swap<<<1, 32>>>(cells, sum);
  const Sums sums = sums_of("by_compare_and_swap", Space::global, Op::atomic);
  CHECK(sums.requests == 4);
  CHECK(sums.accesses == 4 * 32);
  CHECK(global_loads("by_compare_and_swap").requests == 0);
  CHECK(sum.at(0) == 32);
}

TEST_CASE("an atomic that has to try again is one access") {
  const Device<float> cells;
  tries_again<<<1, 32>>>(cells);
  const Sums sums = sums_of("tries_again", Space::global, Op::atomic);
  CHECK(sums.requests == 1);
  CHECK(sums.accesses == 32);
  CHECK(cells.at(0) == 2);
}

TEST_CASE("a compound assignment is a load and a store") {
  const Device<float> cells;
  compound<<<1, 32>>>(cells);
  CHECK(global_loads("compound").requests == 2);
  CHECK(global_stores("compound").requests == 2);
}

TEST_CASE("volatile accesses are all there") {
  const Device<int> cells;
  volatile_cells<<<1, 32>>>(cells);
  CHECK(global_loads("volatile_cells").requests == 2);
  CHECK(global_stores("volatile_cells").requests == 1);
}

TEST_CASE("variables of the device are global memory") {
  const Device<float> out;
  use_variable<<<1, 32>>>(out);
  CHECK(results_of("use_variable").at(line_of_use, Space::global, Op::load).sums.requests == 1);
}

TEST_CASE("a kernel launched through a variable has its own name") {
  const Device<float> cells;
  const auto kernel = scale<float>;
  kernel<<<1, 32>>>(cells, 2.0f);
  CHECK(results_of("scale<float>").launches == 1);
  CHECK(global_loads("scale<float>").requests == 1);
}

TEST_CASE("instantiations of a template are counted separately") {
  const Device<double> cells;
  cudasim::lens::clear_results();
  scale<<<1, 32>>>(static_cast<double*>(cells), 2.0);
  CHECK(results_of("scale<double>").launches == 1);
  CHECK(results_of("scale<float>").launches == 0);
}

TEST_CASE("each access is counted at its own line") {
  const Device<float> in, out;
  three_lines<<<1, 32>>>(in, out);
  const auto kernel = results_of("three_lines");
  REQUIRE(kernel.lines.size() == 3);
  CHECK(kernel.at(first_line, Space::global, Op::load).sums.requests == 1);
  CHECK(kernel.at(first_line + 1, Space::global, Op::store).sums.requests == 1);
  CHECK(kernel.at(first_line + 2, Space::global, Op::load).sums.requests == 1);
  CHECK(kernel.lines[0].file.find("operations_test.cu") != std::string::npos);
}

TEST_CASE("launches add up") {
  const Device<float> in, out;
  cudasim::lens::clear_results();
  for (int i = 0; i < 3; ++i) three_lines<<<2, 32>>>(in, out);
  CHECK(results_of("three_lines").launches == 3);
  CHECK(results_of("three_lines").blocks == 6);
  CHECK(results_of("three_lines").watched_blocks == 6);
  CHECK(global_stores("three_lines").requests == 6);
}

TEST_CASE("in a large grid some pairs of blocks are watched, and only they are counted") {
  const Device<float> cells;
  large<<<100000, 64>>>(cells);
  const auto kernel = results_of("large");
  CHECK(kernel.blocks == 100000);
  CHECK(kernel.watched_blocks == (1 << 20) / 64);
  CHECK(global_stores("large").requests == 2 * kernel.watched_blocks);
  CHECK(kernel.dropped_accesses == 0);
}
