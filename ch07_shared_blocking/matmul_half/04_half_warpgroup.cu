// half_warpgroup: what does it gain if tensor cores read the tiles themselves, and one thread requests them?
// Step     TMA, warp groups
// Before   In half_pipelined each warp loads fragments into registers and multiplies them, 3 KB for 64 x 32 elements and 16
//          terms. All 256 threads compute addresses for the copies.
// Change   Four warps, a warp group, multiply together. wgmma reads both tiles from shared memory, so no fragment passes through
//          registers, and it is asynchronous: the group starts the products of a step and goes on. One thread requests a tile with one instruction, and an mbarrier counts the bytes that have arrived:
//
//              thread 0     wait for tiles 2 | start products of step 2 | wait for those of step 1 | request tiles 3
//              the others   wait for tiles 2 | start products of step 2 | wait for those of step 1 |
//
//          TMA exchanges the 16-byte units of a row as half_tiled does: this is the 128-byte pattern that wgmma expects. A
//          group computes 64 x 256 elements, 128 registers of sums per thread; two blocks share an SM, each with 2 stages of 40 KB.
// Expect   At 990 TFLOP/s a step of 64 x 256 x 64 multiply-adds takes 512 cycles of the SM. When two blocks take turns, a tile has at
//          least one of the other block's steps to arrive, 512 cycles, and the latency of a load from L2 is 300 to 600: so some
//          waiting is left. And the tile is long: from L2 a block loads 320 rows for 64 x 256 elements, 51 operations per byte, fewer than
//          half_pipelined. We expect no more than two thirds of the peak, 420 to 660
//          TFLOP/s.
//          - It is 1.05 to 1.5 times as fast as half_pipelined (before measuring).
//            Missed: half_pipelined is slower than expected; the time of this step is as predicted.
//          - It takes 208 to 328 us (before measuring).
// Run      ./tutorial run half_warpgroup -- --m 4096 --n 4096 --k 4096
// Source   ours

#include "matmul_half/half_pipelined.cuh"
#include "matmul_half/warp_groups.cuh"

using namespace half_product;

#if TUTORIAL_HAS_SM_90A
using namespace tutorial;

constexpr int tile_rows = 64;
constexpr int tile_cols = 256;
constexpr int stage_count = (tile_rows + tile_cols) * group_terms;
constexpr int stage_bytes = stage_count * static_cast<int>(sizeof(__half));
constexpr unsigned stages = 2;
constexpr unsigned shared_bytes = stages * stage_bytes + 1024;

// [kernel] [change]
__global__ void __launch_bounds__(group_size, 2)
    half_warpgroup(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c,
                   unsigned n, unsigned k) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ unsigned char memory[];
  __shared__ MemoryBarrier full[stages];
  // The swizzle's pattern begins at multiples of 1024 bytes.
  __half* const tiles = reinterpret_cast<__half*>(memory + (1024 - shared_address(memory) % 1024) % 1024);
  const int first_row = blockIdx.y * tile_rows, first_col = blockIdx.x * tile_cols;
  const unsigned steps = k / group_terms;
  if (threadIdx.x == 0) {
    for (MemoryBarrier& barrier : full) barrier.start(1);
    fence_barriers();
  }
  __syncthreads();  // kept: the barriers have started; the simulator does not get here

  const auto request = [&](unsigned step) {
    if (threadIdx.x != 0 || step >= steps) return;
    const unsigned stage = step % stages;
    __half* to = tiles + stage * stage_count;
    full[stage].arrive_and_expect(stage_bytes);
    start_tile(full[stage], to, a, first_row, step * group_terms);
    start_tile(full[stage], to + tile_rows * group_terms, b, first_col, step * group_terms);
  };
  request(0);

  WideSums sums;
  clear(sums);
  for (unsigned step = 0; step < steps; ++step) {
    const unsigned stage = step % stages;
    const __half* tile = tiles + stage * stage_count;
    full[stage].wait(step / stages % 2);
    begin_products();
    const std::uint64_t rows = tile_at(tile), cols = tile_at(tile + tile_rows * group_terms);
#pragma unroll
    for (int i = 0; i < group_terms / 16; ++i) start_wide(sums, rows + i * next_terms, cols + i * next_terms);
    end_of_step();
    finish_products<1>();  // of the step before
    __syncthreads();       // kept: all warps have, so its tiles may be overwritten; as above
    request(step + 1);
  }
  finish_products<0>();
  keep_in_order(sums);
  store_wide(sums, c + std::size_t(first_row) * n + first_col, n);
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
      return measure_pipelined(program, problem, "by single warps");
    }
#if TUTORIAL_HAS_SM_90A
    const Shape padded = problem.padded;
    const CUtensorMap a = tile_map(problem.a.data(), padded.m, padded.k, tile_rows);
    const CUtensorMap b = tile_map(problem.b.data(), padded.n, padded.k, tile_cols);
    const dim3 grid(blocks_for(problem.shape.n, tile_cols), blocks_for(problem.shape.m, tile_rows));
    CUDA_CHECK(
        cudaFuncSetAttribute(half_warpgroup, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    problem.measure(program, "64 x 256 x 64, 2 stages", [&] {
      half_warpgroup<<<grid, group_size, shared_bytes>>>(a, b, problem.c.data(), padded.n, padded.k);
      CUDA_CHECK_LAUNCH();
    });
#endif
  });
}
