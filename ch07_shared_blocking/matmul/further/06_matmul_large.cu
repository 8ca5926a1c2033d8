// matmul_large: what if a block has the SM to itself?
// Step     one block per SM
// Before   Two blocks of matmul_banks share an SM, and each loads its own tiles: 256 floats per term for 128x128
//          multiply-adds. A thread starts ten copies per step, eight of them of one element, in the same unit that
//          loads the 24 floats per term that it needs.
// Change   One block of 256 threads computes 128x256 elements of C. A thread has 8x16 elements instead of 16x8,
//          equally many; its longer side is along B, whose copies transfer four elements each.
//
//                                               before            now
//              copies per thread and step       8 + 2 of 16 B     4 + 2 of 16 B
//              floats per multiply-add          1/64              3/256
//              tiles of 4096x4096               1024              512
//
// Expect   A tenth fewer requests to the load unit and a quarter less from the L2 cache: a few percent. All 8 warps
//          now wait at the same barrier, and no other block computes in the meantime; the next term, which has
//          already been loaded, must hide that.
// Measured - It is 1.01 to 1.05 times as fast as matmul_banks (after measuring).
// Run      ./tutorial run matmul_large -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_large
// Source   [Farber] ch. 6

#include "matmul/four.cuh"
#include "matmul/further/tile_copies.cuh"
#include "matmul/problem_on_device.hpp"

// [change]
constexpr int height = 128;      // rows of C per block
constexpr int width = 256;       // columns
constexpr int depth = 8;         // terms per step
constexpr int stages = 3;        // tiles of each factor: one in use, the others in flight
constexpr int block_size = 256;  // 4x2 warps, 32x128 elements of C each
constexpr int a_groups = 2;      // groups of four rows of C per thread
constexpr int b_groups = 4;      // groups of four columns
// [change]

// One block per SM: a thread may use 255 registers.
template <bool aligned>
__global__ void __launch_bounds__(block_size, 1)
    matmul_large(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  // [also changed]
  using Copies = matmul::TileCopies<aligned, height, width, depth, block_size>;
  // [also changed]
  __shared__ __align__(16) typename Copies::ATile a_tile[stages];
  __shared__ __align__(16) typename Copies::BTile b_tile[stages];

  // A warp is 4x8 threads. Their groups of rows are 4 groups apart, those of columns 8.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  // [also changed]
  const unsigned x = warp % 2 * 32 + lane / 2 % 8;
  const unsigned y = warp / 2 * 8 + lane / 16 * 2 + lane % 2;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * height;
  const unsigned first_col = blockIdx.x * width;
  // [also changed]

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

  float sum[4 * a_groups][4 * b_groups] = {};
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
#pragma unroll
      for (int j = 0; j < 4 * b_groups; ++j) {
        const float b_value = matmul::component(b_part[set][j / 4], j % 4);
#pragma unroll
        for (int step = 0; step < 4 * a_groups; ++step) {
          const int i = j % 2 == 0 ? step : 4 * a_groups - 1 - step;  // back and forth
          sum[i][j] += matmul::component(a_part[set][i / 4], i % 4) * b_value;
        }
      }
    }
  }

#pragma unroll
  for (int i = 0; i < 4 * a_groups; ++i) {
    const unsigned row = first_row + 4 * (y + 4 * (i / 4)) + i % 4;
#pragma unroll
    for (int j = 0; j < 4 * b_groups; ++j) {
      const unsigned col = first_col + 4 * (x + 8 * (j / 4)) + j % 4;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
  }
}

void run(tutorial::Program& program, const matmul::Options& options) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const bool aligned = shape.n % 4 == 0;
  const auto kernel = aligned ? matmul_large<true> : matmul_large<false>;
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, width, height);
  const auto multiply = [&] {
    kernel<<<grid, block_size>>>(problem.a.data(), problem.b.data(), problem.c.data(), shape.m, shape.n,
                                 shape.k);
    CUDA_CHECK_LAUNCH();
  };
  program.measure(problem.row(aligned ? "tiles of 128 x 256" : "tiles of 128 x 256, n is no multiple of 4"),
                  multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
