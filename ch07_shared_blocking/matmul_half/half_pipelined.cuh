#pragma once

#include <cuda_pipeline.h>

#include "matmul_half/fragments.cuh"
#include "matmul_half/half.hpp"

/// The kernel of half_pipelined, which later steps run where there are no warp groups.
namespace half_product {

constexpr unsigned pipeline_stages = 3;
constexpr unsigned pipeline_bytes = pipeline_stages * 2 * tile_count * sizeof(__half);

// [copy] [change]
// Starts the copy of 64 terms of 128 rows.
__device__ inline void start_copy(__half* tile, const __half* first_row, unsigned k) {
  constexpr int units = tile_terms / unit;  // of a row
#pragma unroll
  for (int step = 0; step < tile_size * units; step += block_size) {
    const int row = (step + threadIdx.x) / units, u = threadIdx.x % units;
    __pipeline_memcpy_async(tile + place_of(row, u), first_row + std::size_t(row) * k + u * unit, 16);
  }
}
// [copy] [change]

// [kernel]
__global__ void __launch_bounds__(block_size, 2)
    half_pipelined(const __half* a, const __half* b, float* c, unsigned n, unsigned k) {
#if TUTORIAL_AMPERE_CODE
  // [change]
  extern __shared__ __align__(128) unsigned char memory[];
  __half* const tiles = reinterpret_cast<__half*>(memory);
  const std::size_t first_row = std::size_t{blockIdx.y} * tile_size;
  const std::size_t first_col = std::size_t{blockIdx.x} * tile_size;
  const unsigned steps = k / tile_terms;
  const auto start_step = [&](unsigned step) {
    __half* to = tiles + step % pipeline_stages * 2 * tile_count;
    if (step < steps) start_copy(to, a + first_row * k + step * tile_terms, k);
    if (step < steps) start_copy(to + tile_count, b + first_col * k + step * tile_terms, k);
    __pipeline_commit();  // also without a copy: the groups are counted
  };

  WarpSums sums;
  for (unsigned step = 0; step + 1 < pipeline_stages; ++step) start_step(step);
  for (unsigned step = 0; step < steps; ++step) {
    __pipeline_wait_prior(pipeline_stages - 2);
    __syncthreads();  // this step's tiles are full, and those of the step before may be overwritten
    start_step(step + pipeline_stages - 1);
    const __half* tile = tiles + step % pipeline_stages * 2 * tile_count;
    multiply_tiles(sums, tile, tile + tile_count);
  }
  // [change]
  store_sums(sums, c + first_row * n + first_col, n);
#endif
}
// [kernel]

/// Measures it, or says why there are no such instructions.
inline void measure_pipelined(tutorial::Program& program, Problem& problem, const std::string& variant) {
  const std::string why_not = no_ampere();
  if (!why_not.empty()) return program.left_out(variant, why_not);
  const dim3 grid(tutorial::blocks_for(problem.shape.n, tile_size),
                  tutorial::blocks_for(problem.shape.m, tile_size));
  CUDA_CHECK(
      cudaFuncSetAttribute(half_pipelined, cudaFuncAttributeMaxDynamicSharedMemorySize, pipeline_bytes));
  problem.measure(program, variant, [&] {
    half_pipelined<<<grid, block_size, pipeline_bytes>>>(problem.a.data(), problem.b.data(), problem.c.data(),
                                                         problem.padded.n, problem.padded.k);
    CUDA_CHECK_LAUNCH();
  });
}

}  // namespace half_product
