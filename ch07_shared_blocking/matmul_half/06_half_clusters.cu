// half_clusters: what does it gain if two blocks share the columns that both need?
// Step     clusters, multicast
// Before   In half_specialized two blocks whose tiles are one below the other copy the same columns, 32 KB per step each, from L2.
// Change   They are a cluster. Each requests one half of the columns, 128 rows of B, and TMA writes it to the shared memory of both
//          (multicast); the rows of A are its own. So a block's full barrier counts 48 KB, of which the other block requested 16 KB. A
//          stage may be overwritten when the groups of both blocks have left it, so they arrive at both empty barriers:
//
//              block 0   rows 0 ..  127 of A | columns 0 .. 127   -> both        full[0] 48 KB    empty[0] 4 arrivals
//              block 1   rows 128 .. 255     | columns 128 .. 255 -> both        full[1] 48 KB    empty[1] 4 arrivals
//
// Expect   From L2 a cluster reads 64 KB per step instead of 96 KB, 128 operations per byte. At 700 TFLOP/s half_specialized reads 8
//          TB/s from L2 if no two requests meet there, which is more than we measured for reads; so the copies may have been late. But
//          two blocks now wait for each other, and the four stages have less slack. The energy that fewer copies save lets the clock
//          rise a little.
//          - It is 0.99 to 1.1 times as fast as half_specialized (before measuring).
//            Missed: There was little to gain: half_specialized reaches 98 to 100% of cuBLAS without sharing tiles. The
//            price is that two blocks wait for each other at every stage: between two instructions of a warp are 25 cycles
//            instead of 15, of which 4.7 are waits for data, not 1.9, and 3.2 for fences (ncu).
//          - It is 0.82 to 1.08 times as fast as "cuBLAS" (before measuring).
//            Missed: For the same reason.
//          - At 8192 x 8192 x 8192, it is 0.82 to 1.08 times as fast as "cuBLAS" (before measuring).
//            Missed: For the same reason.
// Run      ./tutorial run half_clusters -- --m 4096 --n 4096 --k 4096
// Source   ours

#include "matmul_half/cublas_half.hpp"
#include "matmul_half/half_pipelined.cuh"
#include "matmul_half/warp_groups.cuh"
#include "tutorial/occupancy.hpp"

using namespace half_product;

#if TUTORIAL_HAS_SM_90A
using namespace tutorial;

constexpr unsigned cluster_size = 2;
constexpr int tile_rows = 128;
constexpr int tile_cols = 256;
constexpr int half_cols = tile_cols / cluster_size;  // that a block requests
constexpr int stage_count = (tile_rows + tile_cols) * group_terms;
constexpr int stage_bytes = stage_count * static_cast<int>(sizeof(__half));
constexpr unsigned stages = 4;
constexpr unsigned shared_bytes = stages * stage_bytes + 1024;

// [cluster] [change]
// All blocks of the cluster have come here.
__device__ void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

// Arrives at the same barrier of block `rank`.
__device__ void arrive_at(MemoryBarrier& barrier, unsigned rank) {
  asm volatile(
      "{.reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];}" ::"r"(shared_address(&barrier)),
      "r"(rank)
      : "memory");
}

// start_tile, into both blocks: the same place, and the bytes count at the same barrier of each.
__device__ void start_tile_for_both(MemoryBarrier& full, __half* to, const CUtensorMap& map, int row,
                                    int term) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1, "
      "{%2, %3}], [%4], %5;" ::"r"(shared_address(to)),
      "l"(&map), "r"(term), "r"(row), "r"(shared_address(&full)), "h"(static_cast<unsigned short>(3))
      : "memory");
}
// [cluster] [change]

// [kernel]
__global__ void __cluster_dims__(cluster_size) __launch_bounds__(3 * group_size, 1)
    half_clusters(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c,
                  unsigned n, unsigned k, unsigned rows_of_pairs, unsigned cols_of_tiles) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ unsigned char memory[];
  __shared__ MemoryBarrier full[stages], empty[stages];
  __half* const tiles = reinterpret_cast<__half*>(memory + (1024 - shared_address(memory) % 1024) % 1024);
  const unsigned rank = blockIdx.x % cluster_size, first_pair = blockIdx.x / cluster_size;
  const unsigned pairs_at_a_time = gridDim.x / cluster_size;
  const unsigned steps = k / group_terms;
  const unsigned count = rows_of_pairs * cols_of_tiles;
  if (threadIdx.x == 0) {
    for (MemoryBarrier& barrier : full) barrier.start(1);
    for (MemoryBarrier& barrier : empty) barrier.start(2 * cluster_size);
    fence_barriers();
  }
  wait_for_cluster();  // the barriers of both blocks have started

  unsigned stage = 0, parity = 0;  // of the next step, in all tiles
  const auto next_stage = [&] {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  };
  if (threadIdx.x < group_size) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    for (unsigned number = first_pair; number < count && threadIdx.x == 0; number += pairs_at_a_time) {
      const uint2 place = tile_in_band(number, rows_of_pairs, cols_of_tiles);
      const int first_row = (place.y * cluster_size + rank) * tile_rows;
      for (unsigned step = 0; step < steps; ++step, next_stage()) {
        __half* to = tiles + stage * stage_count;
        const unsigned first_half = rank * half_cols;
        empty[stage].wait(parity ^ 1);
        full[stage].arrive_and_expect(stage_bytes);
        start_tile(full[stage], to, a, first_row, step * group_terms);
        start_tile_for_both(full[stage], to + (tile_rows + first_half) * group_terms, b,
                            place.x * tile_cols + first_half, step * group_terms);
      }
    }
    __syncwarp();  // kept: joins the first warp, as `.aligned` needs; the simulator does not get here
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const unsigned group_row = (threadIdx.x / group_size - 1) * 64;
    const unsigned told =
        threadIdx.x % group_size;  // the block that this thread tells of a stage that is empty
    for (unsigned number = first_pair; number < count; number += pairs_at_a_time) {
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
        if (told < cluster_size && before < stages) arrive_at(empty[before], told);
        before = stage;
      }
      finish_products<0>();
      if (told < cluster_size) arrive_at(empty[before], told);
      keep_in_order(sums);
      const uint2 place = tile_in_band(number, rows_of_pairs, cols_of_tiles);
      const std::size_t row = (std::size_t{place.y} * cluster_size + rank) * tile_rows + group_row;
      store_wide(sums, c + row * n + place.x * tile_cols, n);
    }
  }
  wait_for_cluster();  // no block ends while the other may still arrive at its barriers
#endif
}
// [kernel]
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
      const CUtensorMap b = tile_map(problem.b.data(), padded.n, padded.k, half_cols);
      const unsigned rows_of_pairs = blocks_for(problem.shape.m, cluster_size * tile_rows);
      const unsigned cols_of_tiles = blocks_for(problem.shape.n, tile_cols);
      CUDA_CHECK(
          cudaFuncSetAttribute(half_clusters, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
      const unsigned pairs =
          std::min<unsigned>(rows_of_pairs * cols_of_tiles, multiprocessors() / cluster_size);
      problem.measure(program, "pairs of 128 x 256 x 64, 4 stages", [&] {
        half_clusters<<<pairs * cluster_size, 3 * group_size, shared_bytes>>>(
            a, b, problem.c.data(), padded.n, padded.k, rows_of_pairs, cols_of_tiles);
        CUDA_CHECK_LAUNCH();
      });
    }
#endif
    measure_cublas(program, problem);
  });
}
