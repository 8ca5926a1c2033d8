// half_specialized: what does it gain if some warps only copy, and a block computes many tiles?
// Step     roles, persistent grid
// Before   In half_warpgroup the group that multiplies also requests, so its tensor cores wait between two steps. A block ends
//          after one tile, and the next one begins with empty stages.
// Change   A block has three groups. One copies: its single thread runs ahead as far as the four stages allow, also into the next
//          tile. Two multiply: each has 64 of 128 rows, and both use the same 256 columns. Each stage has two mbarriers:
//
//              full    the copies announce bytes and arrive        the groups that multiply wait
//              empty   the groups that multiply arrive             the copies wait
//
//          A group keeps one step in flight: it starts the products of a step, waits for those of the step before, and then
//          declares that stage empty. There is no block barrier. Registers move from the group that copies to the
//          others: 128 sums per thread and some.
//          There are as many blocks as SMs. Tiles are taken in bands of 8 rows of tiles, column by column, so that those in progress share
//          rows of A and B in L2.
// Expect   A step has 128 x 256 x 64 multiply-adds, 1024 cycles, for 48 KB: 85 operations per byte from L2, and three steps of
//          time to arrive. The tensor cores wait only at the end of a tile, where both groups store: 128 KB per SM, 2000 cycles of
//          66,000 with k = 4096. 4096 x 4096 are 512 tiles, 3.9 for each SM: 97% of four rounds. So 90% of the peak would remain, if
//          the clock did not fall under this load; cuBLAS reaches 620 to 750 TFLOP/s of 990.
//          - It is 1.1 to 1.6 times as fast as half_warpgroup (before measuring).
//          - It is 0.8 to 1.03 times as fast as "cuBLAS" (before measuring).
//          - At 8192 x 8192 x 8192, it is 0.8 to 1.03 times as fast as "cuBLAS" (before measuring).
//          - At 2048 x 2048 x 2048, it is 0.7 to 1.1 times as fast as "cuBLAS" (before measuring).
// Run      ./tutorial run half_specialized -- --m 4096 --n 4096 --k 4096
// Source   ours

#include "matmul_half/cublas_half.hpp"
#include "matmul_half/half_pipelined.cuh"
#include "matmul_half/warp_groups.cuh"
#include "tutorial/occupancy.hpp"

using namespace half_product;

#if TUTORIAL_HAS_SM_90A
using namespace tutorial;

constexpr int tile_rows = 128;
constexpr int tile_cols = 256;
constexpr int stage_count = (tile_rows + tile_cols) * group_terms;
constexpr int stage_bytes = stage_count * static_cast<int>(sizeof(__half));
constexpr unsigned stages = 4;
constexpr unsigned shared_bytes = stages * stage_bytes + 1024;

// [kernel] [change]
__global__ void __launch_bounds__(3 * group_size, 1)
    half_specialized(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c,
                     unsigned n, unsigned k, unsigned rows_of_tiles, unsigned cols_of_tiles) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ unsigned char memory[];
  __shared__ MemoryBarrier full[stages], empty[stages];
  __half* const tiles = reinterpret_cast<__half*>(memory + (1024 - shared_address(memory) % 1024) % 1024);
  const unsigned steps = k / group_terms;
  const unsigned count = rows_of_tiles * cols_of_tiles;
  if (threadIdx.x == 0) {
    for (MemoryBarrier& barrier : full) barrier.start(1);
    for (MemoryBarrier& barrier : empty) barrier.start(2);  // a thread of each group that multiplies
    fence_barriers();
  }
  __syncthreads();  // kept: the barriers have started; the simulator does not get here

  unsigned stage = 0, parity = 0;  // of the next step, in all tiles
  const auto next_stage = [&] {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  };
  if (threadIdx.x < group_size) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x > 0) return;
    for (unsigned number = blockIdx.x; number < count; number += gridDim.x) {
      const uint2 place = tile_in_band(number, rows_of_tiles, cols_of_tiles);
      for (unsigned step = 0; step < steps; ++step, next_stage()) {
        __half* to = tiles + stage * stage_count;
        empty[stage].wait(parity ^ 1);
        full[stage].arrive_and_expect(stage_bytes);
        start_tile(full[stage], to, a, place.y * tile_rows, step * group_terms);
        start_tile(full[stage], to + tile_rows * group_terms, b, place.x * tile_cols, step * group_terms);
      }
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const unsigned group_row = (threadIdx.x / group_size - 1) * 64;
    const bool tells = threadIdx.x % group_size == 0;
    for (unsigned number = blockIdx.x; number < count; number += gridDim.x) {
      WideSums sums;
      clear(sums);
      unsigned before = stages;  // the stage of the step before; none yet
      for (unsigned step = 0; step < steps; ++step, next_stage()) {
        const __half* tile = tiles + stage * stage_count;
        full[stage].wait(parity);
        begin_products();
        const std::uint64_t rows = tile_at(tile + group_row * group_terms);
        const std::uint64_t cols = tile_at(tile + tile_rows * group_terms);
#pragma unroll
        for (int i = 0; i < group_terms / 16; ++i)
          start_wide(sums, rows + i * next_terms, cols + i * next_terms);
        end_of_step();
        finish_products<1>();
        if (tells && before < stages) empty[before].arrive();
        before = stage;
      }
      finish_products<0>();
      if (tells) empty[before].arrive();
      keep_in_order(sums);
      const uint2 place = tile_in_band(number, rows_of_tiles, cols_of_tiles);
      store_wide(sums, c + (std::size_t{place.y} * tile_rows + group_row) * n + place.x * tile_cols, n);
    }
  }
#endif
}
// [kernel] [change]
#endif

int main(int argc, char** argv) {
  tutorial::Program program;
  return run(program, argc, argv, [&](Problem& problem) {
    const std::string why_not = no_warp_groups();
    if (!why_not.empty()) {
      program.left_out("products by warp groups", why_not);
      measure_pipelined(program, problem, "by single warps");
    }
#if TUTORIAL_HAS_SM_90A
    if (why_not.empty()) {
      const Shape padded = problem.padded;
      const CUtensorMap a = tile_map(problem.a.data(), padded.m, padded.k, tile_rows);
      const CUtensorMap b = tile_map(problem.b.data(), padded.n, padded.k, tile_cols);
      const unsigned rows_of_tiles = blocks_for(problem.shape.m, tile_rows);
      const unsigned cols_of_tiles = blocks_for(problem.shape.n, tile_cols);
      const unsigned grid = std::min<unsigned>(rows_of_tiles * cols_of_tiles, multiprocessors());
      CUDA_CHECK(
          cudaFuncSetAttribute(half_specialized, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
      problem.measure(program, "128 x 256 x 64, 4 stages", [&] {
        half_specialized<<<grid, 3 * group_size, shared_bytes>>>(a, b, problem.c.data(), padded.n, padded.k,
                                                                 rows_of_tiles, cols_of_tiles);
        CUDA_CHECK_LAUNCH();
      });
    }
#endif
    measure_cublas(program, problem);
  });
}
