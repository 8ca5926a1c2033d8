// half_tiled: what do tiles in shared memory gain, if tensor cores read them as fast as they multiply?
// Step     tiles, ldmatrix
// Before   In half_wmma a warp loads 1 KB from global memory for 4096 multiply-adds.
// Change   A block of 256 threads computes 128x128 elements. It copies 64 terms of 128 rows of A and of B to shared memory, 32 KB, and
//          its eight warps compute 64x32 elements each. ldmatrix loads four matrices of 8x8 numbers at once, and
//          mma.sync multiplies them: six loads serve 16 products.
//
//              rows of a tile have 128 bytes, all 32 banks:   row 0   0 1 2 3 4 5 6 7      unit u of row r
//              ldmatrix reads the same unit of eight rows     row 1   1 0 3 2 5 4 7 6      is in place u ^ r % 8:
//                                                             row 2   2 3 0 1 6 7 4 5      no conflict, no padding
//                                                             ..
//
//          TMA copies arrange a tile in the same way, so later steps can keep this.
// Expect   From L2 a block loads 256 rows for 128 x 128 elements, 64 operations per byte; that is no limit any more. Shared
//          memory: 64 x 32 elements times 16 terms are 32,768 multiply-adds for 3 KB, at 128 bytes per cycle 24 cycles of the SM. If
//          mma.sync reaches 60% of 990 TFLOP/s, they take 27 cycles. But the block waits for each tile to arrive, and only the
//          second block of the SM works meanwhile. We expect 200 to 380 TFLOP/s.
//          - It is 3 to 8 times as fast as half_wmma (before measuring).
//            Missed: half_wmma is slower than expected; the time of this step is as predicted.
//          - It takes 360 to 690 us (before measuring).
// Run      ./tutorial run half_tiled -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain half_tiled
// Source   ours

#include "matmul_half/fragments.cuh"
#include "matmul_half/half.hpp"

using namespace half_product;

// [kernel]
__global__ void __launch_bounds__(block_size, 2)
    half_tiled(const __half* a, const __half* b, float* c, unsigned n, unsigned k) {
#if TUTORIAL_AMPERE_CODE
  __shared__ __align__(128) __half a_tile[tile_count], b_tile[tile_count];
  const std::size_t first_row = std::size_t{blockIdx.y} * tile_size;
  const std::size_t first_col = std::size_t{blockIdx.x} * tile_size;
  constexpr int units = tile_terms / unit;  // of a row

  WarpSums sums;
  for (unsigned term = 0; term < k; term += tile_terms) {
#pragma unroll 2
    for (int i = threadIdx.x; i < tile_size * units; i += block_size) {
      const int row = i / units, u = i % units;
      const std::size_t from = term + u * unit;
      *reinterpret_cast<uint4*>(a_tile + place_of(row, u)) =
          *reinterpret_cast<const uint4*>(a + (first_row + row) * k + from);
      *reinterpret_cast<uint4*>(b_tile + place_of(row, u)) =
          *reinterpret_cast<const uint4*>(b + (first_col + row) * k + from);
    }
    __syncthreads();  // the tiles are full
    multiply_tiles(sums, a_tile, b_tile);
    __syncthreads();  // they may be overwritten
  }
  store_sums(sums, c + first_row * n + first_col, n);
#endif
}
// [kernel]

int main(int argc, char** argv) {
  tutorial::Program program;
  return run(program, argc, argv, [&](Problem& problem) {
    const std::string why_not = no_ampere();
    if (!why_not.empty()) return program.left_out("tiles in shared memory", why_not);
    const dim3 grid(tutorial::blocks_for(problem.shape.n, tile_size),
                    tutorial::blocks_for(problem.shape.m, tile_size));
    problem.measure(program, "tiles of 128 x 128 x 64", [&] {
      half_tiled<<<grid, block_size>>>(problem.a.data(), problem.b.data(), problem.c.data(), problem.padded.n,
                                       problem.padded.k);
      CUDA_CHECK_LAUNCH();
    });
  });
}
