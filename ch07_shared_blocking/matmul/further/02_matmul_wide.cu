// matmul_wide: how many multiply-adds can follow from one load?
// Step     128 sums per thread
// Before   matmul_async issues 16 loads of 16 bytes per 256 multiply-adds of a thread. The load unit keeps up, but
//          loads share the issue slots with the arithmetic: a scheduler issues one instruction per cycle, and in
//          the cycle of a load it issues no multiply-add.
// Change   A thread computes 16x8 elements of C instead of 8x8; a block of 128 threads still has 128x128:
//
//              for one term, a thread loads     before  8 of A,  8 of B:  4 loads for  64 multiply-adds
//                                               now    16 of A,  8 of B:  6 loads for 128
//
//          To read 16 floats of A in 4 loads, neighbors in memory must be neighbors in a column of A: the tile of
//          A is stored transposed in shared memory, one row per term. The copies transpose it on the way, four
//          bytes each; rows of 128 + 4 words spread a warp's copies, 4 rows of 8 terms, over all banks. A warp
//          is 4x8 threads and computes 64x64 elements of C.
// Expect   Shared loads per multiply-add 1/16 -> 3/64. The loads are 4% of the instructions instead of 6%. The price
//          is register pressure: 128 sums and their operands need more than 128 registers, up to 255, so an SM has
//          room for 256 threads instead of 512. Two warps per scheduler hide less latency than four, so we expect
//          a smaller gain than the number of loads promises, until loads are issued earlier than their values are
//          needed.
//          - It is faster than matmul_async (before measuring).
// Run      ./tutorial run matmul_wide -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_wide
// Source   [Farber] ch. 6

#include "matmul/four.cuh"
#include "matmul/further/transposed_copy.cuh"
#include "matmul/problem_on_device.hpp"

constexpr int tile = 128;        // rows and columns of C a block
constexpr int depth = 8;         // terms per step
constexpr int stages = 3;        // tiles of each factor: one in use, the others in flight
constexpr int block_size = 128;  // 2x2 warps, 64x64 elements of C each
constexpr int a_groups = 4;      // groups of four rows of C per thread
constexpr int b_groups = 2;      // groups of four columns
constexpr int a_row_length = tile + 4;

using matmul::start_copy_transposed;

// Two blocks per SM: a thread may use 255 registers.
template <bool aligned>
__global__ void __launch_bounds__(block_size, 2)
    matmul_wide(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ __align__(16) float a_tile[stages][depth][a_row_length];  // transposed: a row a term
  __shared__ __align__(16) float b_tile[stages][depth][tile];

  // A warp is 4x8 threads. Their groups of rows are 4 groups apart, those of columns 8.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned x = warp % 2 * 16 + lane / 2 % 8;
  const unsigned y = warp / 2 * 16 + lane / 16 * 2 + lane % 2;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile;
  const unsigned first_col = blockIdx.x * tile;

  // Past the end of k this copies nothing and fills with zeros.
  const auto copy = [&](int stage, unsigned first) {
    start_copy_transposed<block_size, tile>(a_tile[stage], a, first_row, first, m, k);
    matmul::start_copy_of_rows<aligned, block_size>(b_tile[stage], b, first, first_col, k, n);
    __pipeline_commit();
  };
  for (int stage = 0; stage < stages - 1; ++stage) copy(stage, stage * depth);

  float4 sum[4 * a_groups][b_groups] = {};
  int stage = 0;
  for (unsigned first = 0; first < k; first += depth) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();  // this stage is full, and no thread still computes with the previous one
    copy(stage == 0 ? stages - 1 : stage - 1, first + (stages - 1) * depth);

    // [term]
#pragma unroll
    for (int term = 0; term < depth; ++term) {
      float4 a_part[a_groups];
      float4 b_part[b_groups];
#pragma unroll
      for (int i = 0; i < a_groups; ++i) {
        a_part[i] = matmul::float4_at(&a_tile[stage][term][4 * (y + 4 * i)]);
      }
#pragma unroll
      for (int j = 0; j < b_groups; ++j) b_part[j] = matmul::float4_at(&b_tile[stage][term][4 * (x + 8 * j)]);
#pragma unroll
      for (int i = 0; i < 4 * a_groups; ++i) {
#pragma unroll
        for (int j = 0; j < b_groups; ++j) {
          matmul::multiply_add(sum[i][j], matmul::component(a_part[i / 4], i % 4), b_part[j]);
        }
      }
    }
    // [term]
    stage = stage == stages - 1 ? 0 : stage + 1;
  }

#pragma unroll
  for (int i = 0; i < 4 * a_groups; ++i) {
    const unsigned row = first_row + 4 * (y + 4 * (i / 4)) + i % 4;
#pragma unroll
    for (int j = 0; j < b_groups; ++j) {
      matmul::store_four<aligned>(c, sum[i][j], row, first_col + 4 * (x + 8 * j), m, n);
    }
  }
}

void run(tutorial::Program& program, const matmul::Options& options) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const bool aligned = shape.n % 4 == 0;
  const auto kernel = aligned ? matmul_wide<true> : matmul_wide<false>;
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, tile, tile);
  const auto multiply = [&] {
    kernel<<<grid, block_size>>>(problem.a.data(), problem.b.data(), problem.c.data(), shape.m, shape.n,
                                 shape.k);
    CUDA_CHECK_LAUNCH();
  };
  program.measure(problem.row(aligned ? "16 x 8 elements per thread"
                                      : "16 x 8 elements per thread, n is no multiple of 4"),
                  multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
