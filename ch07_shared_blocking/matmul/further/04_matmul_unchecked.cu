// matmul_unchecked: what do the bounds checks cost where there is no edge?
// Step     no bounds checks inside
// Before   matmul_fragments computes two addresses and tests two bounds for each of a thread's ten copies per step.
//          Written out, that is some 150 instructions per 1024 multiply-adds, and a scheduler issues one
//          instruction per cycle, of whatever kind.
// Change   If a block's tiles are inside both matrices, nothing is tested. A thread keeps two addresses, of its first
//          copy of A and of B, and advances them after each step; the others are a number of rows away, one
//          multiply-add each. Blocks at an edge copy as before, and so do all blocks in the last step if k is not
//          a multiple of 8: one comparison per step decides.
// Expect   About a hundred instructions fewer per 1024 multiply-adds: up to a tenth of the time. A product whose m
//          and n are smaller than a tile gains nothing.
//          - It is 1 to 1.111 times as fast as matmul_fragments (before measuring).
// Run      ./tutorial run matmul_unchecked -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_unchecked
// Source   [Farber] ch. 6

#include "matmul/four.cuh"
#include "matmul/further/tile_copies.cuh"
#include "matmul/problem_on_device.hpp"

constexpr int tile = 128;        // rows and columns of C a block
constexpr int depth = 8;         // terms per step
constexpr int stages = 3;        // tiles of each factor: one in use, the others in flight
constexpr int block_size = 128;  // 2x2 warps, 64x64 elements of C each
constexpr int a_groups = 4;      // groups of four rows of C per thread
constexpr int b_groups = 2;      // groups of four columns

using matmul::TileCopies;

// Two blocks per SM: a thread may use 255 registers.
template <bool aligned>
__global__ void __launch_bounds__(block_size, 2)
    matmul_unchecked(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  // [also changed]
  using Copies = TileCopies<aligned, tile, tile, depth, block_size>;
  __shared__ __align__(16) typename Copies::ATile a_tile[stages];
  __shared__ __align__(16) typename Copies::BTile b_tile[stages];
  // [also changed]

  // A warp is 4x8 threads. Their groups of rows are 4 groups apart, those of columns 8.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned x = warp % 2 * 16 + lane / 2 % 8;
  const unsigned y = warp / 2 * 16 + lane / 16 * 2 + lane % 2;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile;
  const unsigned first_col = blockIdx.x * tile;

  if (first_row >= m || first_col >= n) return;  // no part of C is here

  // [also changed]
  Copies copies(a, b, first_row, first_col, m, n, k);
  for (int stage = 0; stage < stages - 1; ++stage) copies.start(a_tile[stage], b_tile[stage]);
  // [also changed]

  float4 a_part[2][a_groups];
  float4 b_part[2][b_groups];
  const auto load = [&](int set, int stage, int term) {
#pragma unroll
    for (int i = 0; i < a_groups; ++i) {
      a_part[set][i] = matmul::float4_at(&a_tile[stage][term][4 * (y + 4 * i)]);
    }
#pragma unroll
    for (int j = 0; j < b_groups; ++j)
      b_part[set][j] = matmul::float4_at(&b_tile[stage][term][4 * (x + 8 * j)]);
  };
  __pipeline_wait_prior(stages - 2);
  __syncthreads();  // the first stage is full
  load(0, 0, 0);

  float4 sum[4 * a_groups][b_groups] = {};
  int stage = 0;
  for (unsigned first = 0; first < k; first += depth) {
    // [also changed]
    const int free = stage == 0 ? stages - 1 : stage - 1;
    copies.start(a_tile[free], b_tile[free]);
    // [also changed]
#pragma unroll
    for (int term = 0; term < depth; ++term) {
      if (term == depth - 1) {
        __pipeline_wait_prior(stages - 2);
        __syncthreads();  // the next stage is full, and no thread still loads from this one
        stage = stage == stages - 1 ? 0 : stage + 1;
      }
      const int set = term % 2;
      load(1 - set, stage, (term + 1) % depth);
#pragma unroll
      for (int i = 0; i < 4 * a_groups; ++i) {
#pragma unroll
        for (int j = 0; j < b_groups; ++j) {
          matmul::multiply_add(sum[i][j], matmul::component(a_part[set][i / 4], i % 4), b_part[set][j]);
        }
      }
    }
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
  const auto kernel = aligned ? matmul_unchecked<true> : matmul_unchecked<false>;
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, tile, tile);
  const auto multiply = [&] {
    kernel<<<grid, block_size>>>(problem.a.data(), problem.b.data(), problem.c.data(), shape.m, shape.n,
                                 shape.k);
    CUDA_CHECK_LAUNCH();
  };
  program.measure(problem.row(aligned ? "no tests inside" : "no tests inside, n is no multiple of 4"),
                  multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
