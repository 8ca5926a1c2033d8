// matmul_fragments: what if a thread loads from shared memory before it needs the values?
// Step     double-buffered registers
// Before   matmul_wide loads a term's 24 values and then needs them at once; a load from shared memory takes some 30
//          cycles. Two warps per scheduler cannot hide that for each other, least of all after a barrier, where
//          all of them start with a load.
// Change   Double-buffered registers: two sets of the registers for one term. While a thread multiplies with one set,
//          the other is filled with the next term:
//
//              term        ..  6              7                    0 (next stage)
//              loads       ..  7      barrier, 0 (next stage)      1
//              computes    ..  6              7                    0
//
//          The barrier moves to before the last term of a stage is computed: the first term of the next stage is
//          loaded after the barrier, so there is work on the other side of it. A stage is overwritten right after
//          the barrier that guarantees that all threads have loaded its last term.
// Expect   The same instructions in another order, and 24 more registers. The loop no longer waits for shared memory,
//          and waits less at the barriers.
//          - It is faster than matmul_wide (before measuring).
//            Missed: At 4096 two blocks on an SM already fill each other's gaps. Where an SM has one block, at 1024
//            and below, the step gains 6 to 7%.
// Run      ./tutorial run matmul_fragments -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_fragments
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

// Two blocks per SM: a thread may use 255 registers.
template <bool aligned>
__global__ void __launch_bounds__(block_size, 2)
    matmul_fragments(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
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
    matmul::start_copy_transposed<block_size, tile>(a_tile[stage], a, first_row, first, m, k);
    matmul::start_copy_of_rows<aligned, block_size>(b_tile[stage], b, first, first_col, k, n);
    __pipeline_commit();
  };
  for (int stage = 0; stage < stages - 1; ++stage) copy(stage, stage * depth);

  // [change]
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
    copy(stage == 0 ? stages - 1 : stage - 1, first + (stages - 1) * depth);
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
  // [change]

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
  const auto kernel = aligned ? matmul_fragments<true> : matmul_fragments<false>;
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, tile, tile);
  const auto multiply = [&] {
    kernel<<<grid, block_size>>>(problem.a.data(), problem.b.data(), problem.c.data(), shape.m, shape.n,
                                 shape.k);
    CUDA_CHECK_LAUNCH();
  };
  program.measure(
      problem.row(aligned ? "the next term in flight" : "the next term in flight, n is no multiple of 4"),
      multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
