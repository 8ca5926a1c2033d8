// matmul_async: can the next tiles reach shared memory without passing through registers?
// Step     asynchronous copies
// Before   matmul_prefetch holds the next tiles in registers while it computes: two 16-byte registers per thread, and
//          two stores into shared memory per step. Registers allow only one step ahead.
// Change   Asynchronous copies (from compute capability 8.0): a thread starts the copy of 16 bytes from global into
//          shared memory and continues. Copies are committed in groups, one per step, and a thread can wait until
//          all but its newest n groups have arrived. Three stages of each factor
//          instead of two let the copies run two steps ahead:
//
//              step           t              t + 1            t + 2
//              stage 0     compute t      fill with t+3       ..
//              stage 1     arriving       compute t+1     fill with t+4
//              stage 2   fill with t+2    arriving         compute t+2
//
//          Before a step, its group must have arrived: a thread waits for its own copies, and the barrier covers
//          those of the others. The same barrier guarantees that all threads have finished with the stage of the
//          previous step, which is filled next. Elements outside a matrix are filled with zeros by the copy.
// Expect   The same loads and the same arithmetic. Per 512 multiply-adds of a thread, two stores and eight registers
//          fewer, and a latency of up to two steps can be hidden. It was mostly hidden before, so we expect a few
//          percent. The next step needs the registers.
// Measured - It is 1.01 to 1.05 times as fast as matmul_prefetch (after measuring).
// Run      ./tutorial run matmul_async -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_async
// Source   [Farber] ch. 6

#include "matmul/four.cuh"
#include "matmul/further/async_copy.cuh"
#include "matmul/problem_on_device.hpp"

using matmul::float4_at;
using matmul::start_copy_of_rows;

constexpr int threads = 16;                  // along x and along y
constexpr int thread_tile = 8;               // rows and columns of C a thread
constexpr int tile = threads * thread_tile;  // rows and columns of C a block
constexpr int depth = 8;                     // terms per step
constexpr int stages = 3;                    // tiles of each factor: one in use, the others in flight
constexpr int block_size = threads * threads;

template <bool aligned>
__global__ void __launch_bounds__(block_size, 2)
    matmul_async(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  // [also changed]
  __shared__ __align__(16) float a_tile[stages][tile][depth];
  __shared__ __align__(16) float b_tile[stages][depth][tile];
  // [also changed]

  // A warp is 8x4 of the 16x16 threads: the layout of matmul_vector that takes fewer wavefronts.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned x = warp % 2 * 8 + lane / 2 % 8;
  const unsigned y = warp / 2 * 4 + lane / 16 * 2 + lane % 2;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile;
  const unsigned first_col = blockIdx.x * tile;

  // [change]
  // Past the end of k this copies nothing and fills with zeros.
  const auto copy = [&](int stage, unsigned first) {
    start_copy_of_rows<aligned, block_size>(a_tile[stage], a, first_row, first, m, k);
    start_copy_of_rows<aligned, block_size>(b_tile[stage], b, first, first_col, k, n);
    __pipeline_commit();
  };
  for (int stage = 0; stage < stages - 1; ++stage) copy(stage, stage * depth);

  float4 sum[thread_tile][2] = {};
  int stage = 0;
  for (unsigned first = 0; first < k; first += depth) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();  // this stage is full, and no thread still computes with the previous one
    copy(stage == 0 ? stages - 1 : stage - 1, first + (stages - 1) * depth);
    // [change]

#pragma unroll
    for (int group = 0; group < depth / 4; ++group) {
      float4 a_part[thread_tile];
#pragma unroll
      for (int i = 0; i < thread_tile; ++i)
        // [also changed]
        a_part[i] = float4_at(&a_tile[stage][y + i * threads][4 * group]);
        // [also changed]
#pragma unroll
      for (int term = 0; term < 4; ++term) {
        // [also changed]
        const float4 left = float4_at(&b_tile[stage][4 * group + term][4 * x]);
        const float4 right = float4_at(&b_tile[stage][4 * group + term][4 * (x + threads)]);
        // [also changed]
#pragma unroll
        for (int i = 0; i < thread_tile; ++i) {
          matmul::multiply_add(sum[i][0], matmul::component(a_part[i], term), left);
          matmul::multiply_add(sum[i][1], matmul::component(a_part[i], term), right);
        }
      }
    }

    // [also changed]
    stage = stage == stages - 1 ? 0 : stage + 1;
    // [also changed]
  }

#pragma unroll
  for (int i = 0; i < thread_tile; ++i) {
    const unsigned row = first_row + y + i * threads;
    matmul::store_four<aligned>(c, sum[i][0], row, first_col + 4 * x, m, n);
    matmul::store_four<aligned>(c, sum[i][1], row, first_col + 4 * (x + threads), m, n);
  }
}

void run(tutorial::Program& program, const matmul::Options& options) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const bool aligned = shape.k % 4 == 0 && shape.n % 4 == 0;
  const auto kernel = aligned ? matmul_async<true> : matmul_async<false>;
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, tile, tile);
  const auto multiply = [&] {
    kernel<<<grid, block_size>>>(problem.a.data(), problem.b.data(), problem.c.data(), shape.m, shape.n,
                                 shape.k);
    CUDA_CHECK_LAUNCH();
  };
  program.measure(problem.row(aligned ? "16 bytes a copy" : "4 bytes a copy: k or n is no multiple of 4"),
                  multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
