// scratch_from_pool: what does it cost to allocate scratch memory for each sum?
// Step     cudaMallocAsync
// Problem  A sum needs memory for partial sums. A library that keeps none must allocate it in each call.
// Way      Three ways to have it:
//
//              kept              allocated once, before all sums
//              cudaMalloc        per sum; cudaFree waits until the device is idle
//              cudaMallocAsync   per sum, in the order of a stream, from a pool that keeps what is freed
//
//          A pool gives memory back to the driver at the next synchronization unless its release threshold says
//          otherwise; here it keeps everything.
//
// Expect   The calls of a pool are bookkeeping: 1 to 4 us for both. cudaMalloc asks the driver and changes the device's page tables,
//          cudaFree waits: 50 to 500 us.
//          - At 1 M, end to end, "kept" is 1 to 1.6 times as fast as "cudaMallocAsync" (before measuring).
//            Missed: A tie: the two calls of the pool take less than the spread of the times, which is a third of the
//            median for "kept".
//          - At 1 M, end to end, "cudaMallocAsync" is at least 2 times as fast as "cudaMalloc" (before measuring).
//            Missed: cudaMalloc and cudaFree take 6 us, a tenth of the least that we expected. The partial sums are a few
//            KB, so the driver presumably has pages for them already.
// Run      ./tutorial run scratch_from_pool
// See      ./tutorial explain scratch_from_pool
// Source   ours

#include <cstdint>
#include <limits>
#include <vector>

#include "overlap/scratch_from_pool.cuh"
#include "overlap/vector.hpp"

// [scratch]
// The sum, on the host, with scratch memory that `allocate` and `release` provide.
template <typename Allocate, typename Release>
int sum_with_scratch(const int* d_in, int* d_sum, std::int64_t n, unsigned grid, Allocate allocate,
                     Release release) {
  int* partial = nullptr;
  CUDA_CHECK(allocate(&partial, grid * sizeof(int)));
  overlap::sum_blocks<<<grid, overlap::sum_threads>>>(d_in, partial, n);
  overlap::sum_partial<<<1, overlap::sum_threads>>>(partial, d_sum, grid);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(release(partial));
  int sum = 0;
  CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost));
  return sum;
}
// [scratch]

void run(tutorial::Program& program, std::int64_t n) {
  const overlap::Vector in(n, program.seed());
  const unsigned grid = ch06::filling_blocks(overlap::sum_blocks<int>, overlap::sum_threads, n);
  tutorial::DeviceBuffer<int> d_in(in.values), d_sum(1), kept(grid);  // cudaMalloc, cudaMemcpy
  int sum = 0;
  const auto measure = [&](const std::string& variant, auto allocate, auto release) {
    sum = overlap::Vector::poison;
    program.measure_end_to_end(
        in.end_to_end_row(variant),
        [&] { sum = sum_with_scratch(d_in.data(), d_sum.data(), n, grid, allocate, release); },
        [&] { return in.check(sum); });
  };

  measure(
      "kept",
      [&](int** memory, std::size_t) {
        *memory = kept.data();
        return cudaSuccess;
      },
      [](int*) { return cudaSuccess; });
  measure(
      "cudaMalloc", [](int** memory, std::size_t bytes) { return cudaMalloc(memory, bytes); },
      [](int* memory) { return cudaFree(memory); });

  // [pool]
  int device = 0;
  cudaMemPool_t pool = nullptr;
  std::uint64_t keep_all = std::numeric_limits<std::uint64_t>::max();
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, device));
  CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all));
  // [pool]
  measure(
      "cudaMallocAsync",
      [](int** memory, std::size_t bytes) { return cudaMallocAsync(memory, bytes, cudaStream_t{}); },
      [](int* memory) { return cudaFreeAsync(memory, cudaStream_t{}); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  overlap::add_vector_options(program, n);
  return program.run<int>(argc, argv, [&](int) { run(program, n); });
}
