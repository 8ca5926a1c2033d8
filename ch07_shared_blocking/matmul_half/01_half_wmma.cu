// half_wmma: how fast are tensor cores if a warp loads what it multiplies from global memory?
// Step     tensor cores
// Problem  C = A B^T with fp16 numbers, as a layer of a neural network multiplies: A is m x k, B is n x k, and the terms of a
//          sum are consecutive in both. The sums are floats.
// Way      A warp computes 16x16 elements of C. For each 16 terms it loads 16x16 numbers of A and of B, a fragment each, and
//          multiplies them with one call. How a fragment is spread over the lanes is left to the compiler:
//
//              load_matrix_sync(a, ..)   load_matrix_sync(b, ..)   mma_sync(sums, a, b, sums)
//                 512 bytes                 512 bytes                 4096 multiply-adds
//
//          Four warps of a block compute 32x32 elements, so each fragment is used twice while L1 has it. The matrices are filled up with
//          zeros to whole tiles; so no step has guards.
// Expect   A fragment is 16 rows of 32 bytes, a sector each. From L2 a block loads 64 rows for 32 x 32 elements, 16 operations
//          per byte: with 5.5 TB/s, 88 TFLOP/s at most. And nothing is in flight while a warp multiplies; only other warps fill
//          the gap. We expect 30 to 90 TFLOP/s; all
//          float units together have 67.
//          - It takes 1520 to 4590 us (before measuring).
//            Missed: By 0.4%: the speed is at the lower end of what we expected, 30 TFLOP/s, and about the same at all
//            sizes.
// Run      ./tutorial run half_wmma -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain half_wmma
// Source   ours

#include <mma.h>

#include "matmul_half/half.hpp"

// [kernel]
__global__ void half_wmma(const __half* a, const __half* b, float* c, unsigned n, unsigned k) {
  namespace wmma = nvcuda::wmma;
  const unsigned warp = threadIdx.x / 32;
  const unsigned row = blockIdx.y * 32 + warp / 2 * 16;
  const unsigned col = blockIdx.x * 32 + warp % 2 * 16;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (unsigned term = 0; term < k; term += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> of_b;
    wmma::load_matrix_sync(of_a, a + std::size_t{row} * k + term, k);
    wmma::load_matrix_sync(of_b, b + std::size_t{col} * k + term, k);
    wmma::mma_sync(sums, of_a, of_b, sums);
  }
  wmma::store_matrix_sync(c + std::size_t{row} * n + col, sums, n, wmma::mem_row_major);
}
// [kernel]

int main(int argc, char** argv) {
  tutorial::Program program;
  return half_product::run(program, argc, argv, [&](half_product::Problem& problem) {
    const dim3 grid(tutorial::blocks_for(problem.shape.n, 32), tutorial::blocks_for(problem.shape.m, 32));
    problem.measure(program, "fragments from global memory", [&] {
      half_wmma<<<grid, 128>>>(problem.a.data(), problem.b.data(), problem.c.data(), problem.padded.n,
                               problem.padded.k);
      CUDA_CHECK_LAUNCH();
    });
  });
}
