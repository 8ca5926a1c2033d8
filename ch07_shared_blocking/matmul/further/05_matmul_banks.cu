// matmul_banks: does it matter in which order a thread multiplies?
// Step     fewer bank conflicts
// Before   Nine of ten instructions of matmul_unchecked are multiply-adds, yet it is far below the FMA ceiling. A
//          multiply-add reads three registers. Registers are in two banks, those with even and those with odd
//          numbers [Jia], and we assume that each can deliver one per cycle: two, not three. The hardware can
//          keep an operand for the next instruction, which saves a read. Row by row,
//
//              sum[i][0] += a[i] * b[0], sum[i][1] += a[i] * b[1], ..
//
//          8 multiply-adds share a[i]: 8 sums, 8 of B, one of A, so 17 reads per 8 multiply-adds.
// Change   Column by column, back and forth: 16 multiply-adds share b[j], and where the direction reverses, two share
//          a[i]. That makes 32 reads per 16. The banks must also alternate. The compiler assigns the registers, but
//          a 16-byte store constrains it: it needs four consecutive registers, two of each bank, while the loop
//          would prefer others. C is stored only once, so here each sum is stored separately.
// Expect   The same instructions in another order, and four times as many stores to C. Reads per multiply-add
//          2.13 -> 2: at most 6% if the assumption is right, and nothing if it is not.
//          - It is 1 to 1.065 times as fast as matmul_unchecked (before measuring).
// Run      ./tutorial run matmul_banks -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_banks; cuobjdump -sass shows the registers, and `.reuse`
// Source   [Jia]

#include "matmul/four.cuh"
#include "matmul/further/tile_copies.cuh"
#include "matmul/problem_on_device.hpp"

constexpr int tile = 128;        // rows and columns of C a block
constexpr int depth = 8;         // terms per step
constexpr int stages = 3;        // tiles of each factor: one in use, the others in flight
constexpr int block_size = 128;  // 2x2 warps, 64x64 elements of C each
constexpr int a_groups = 4;      // groups of four rows of C per thread
constexpr int b_groups = 2;      // groups of four columns

// Two blocks per SM: a thread may use 255 registers.
template <bool aligned>
__global__ void __launch_bounds__(block_size, 2)
    matmul_banks(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  using Copies = matmul::TileCopies<aligned, tile, tile, depth, block_size>;
  __shared__ __align__(16) typename Copies::ATile a_tile[stages];
  __shared__ __align__(16) typename Copies::BTile b_tile[stages];

  // A warp is 4x8 threads. Their groups of rows are 4 groups apart, those of columns 8.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned x = warp % 2 * 16 + lane / 2 % 8;
  const unsigned y = warp / 2 * 16 + lane / 16 * 2 + lane % 2;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile;
  const unsigned first_col = blockIdx.x * tile;

  if (first_row >= m || first_col >= n) return;  // no part of C is here

  Copies copies(a, b, first_row, first_col, m, n, k);
  for (int stage = 0; stage < stages - 1; ++stage) copies.start(a_tile[stage], b_tile[stage]);

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

  // [also changed]
  float sum[4 * a_groups][4 * b_groups] = {};
  // [also changed]
  int stage = 0;
  for (unsigned first = 0; first < k; first += depth) {
    const int free = stage == 0 ? stages - 1 : stage - 1;
    copies.start(a_tile[free], b_tile[free]);
#pragma unroll
    for (int term = 0; term < depth; ++term) {
      if (term == depth - 1) {
        __pipeline_wait_prior(stages - 2);
        __syncthreads();  // the next stage is full, and no thread still loads from this one
        stage = stage == stages - 1 ? 0 : stage + 1;
      }
      const int set = term % 2;
      load(1 - set, stage, (term + 1) % depth);
      // [change]
#pragma unroll
      for (int j = 0; j < 4 * b_groups; ++j) {
        const float b_value = matmul::component(b_part[set][j / 4], j % 4);
#pragma unroll
        for (int step = 0; step < 4 * a_groups; ++step) {
          const int i = j % 2 == 0 ? step : 4 * a_groups - 1 - step;  // back and forth
          sum[i][j] += matmul::component(a_part[set][i / 4], i % 4) * b_value;
        }
      }
      // [change]
    }
  }

#pragma unroll
  for (int i = 0; i < 4 * a_groups; ++i) {
    const unsigned row = first_row + 4 * (y + 4 * (i / 4)) + i % 4;
#pragma unroll
    // [also changed]
    for (int j = 0; j < 4 * b_groups; ++j) {
      const unsigned col = first_col + 4 * (x + 8 * (j / 4)) + j % 4;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
    // [also changed]
  }
}

void run(tutorial::Program& program, const matmul::Options& options) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const bool aligned = shape.n % 4 == 0;
  const auto kernel = aligned ? matmul_banks<true> : matmul_banks<false>;
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, tile, tile);
  const auto multiply = [&] {
    kernel<<<grid, block_size>>>(problem.a.data(), problem.b.data(), problem.c.data(), shape.m, shape.n,
                                 shape.k);
    CUDA_CHECK_LAUNCH();
  };
  program.measure(problem.row(aligned ? "column by column, to and fro"
                                      : "column by column, to and fro, n is no multiple of 4"),
                  multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
