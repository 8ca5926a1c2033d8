// matmul_register_tiled: how do we get more multiply-adds out of each load from shared memory?
// Step     64 sums per thread
// Before   matmul_tiled loads two words from shared memory per multiply-add, and an SM can start one such load for
//          every four multiply-adds.
// Change   A thread computes 8x8 elements of C, in registers (register tiling). For one step along k it loads 8
//          words of A and 8 of B and multiplies each with each: 16 loads, 64 multiply-adds.
//
//                   b0 b1 .. b7              the block: 16x16 threads, 128x128 elements of C
//              a0    .  .     .              thread (x, y): rows y, y + 16, ..; columns x, x + 16, ..
//              a1    .  .     .   64 sums    so that lanes read neighboring words of B, and of A
//              ..                            one word per 16 lanes
//              a7    .  .     .
//
//          It is the idea of matmul_tiled applied one level higher: data that are used several times are kept
//          closer. The tiles in shared memory are 8 deep, 128x8 of A and 8x128 of B.
// Expect   Loads from shared memory per multiply-add: 2 -> 1/4, exactly what the unit can deliver next to the
//          arithmetic. Reads of global memory: a quarter of those with tiles of 32, since each element is used
//          128 times. The price is register pressure: 64 sums and their operands need about 128 registers, so an
//          SM has room for 512 threads instead of 2048. The 64 independent sums of each thread hide latency
//          instead. A matrix smaller than 128x128 occupies a single SM.
// Measured - It is at least 2 times as fast as matmul_tiled (after measuring).
// Run      ./tutorial run matmul_register_tiled -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_register_tiled
// Source   [Farber] ch. 6

#include "matmul/matmul.hpp"

constexpr int threads = 16;                  // along x and along y
constexpr int thread_tile = 8;               // rows and columns of C a thread
constexpr int tile = threads * thread_tile;  // rows and columns of C a block
constexpr int depth = 8;                     // terms per step
constexpr int block_size = threads * threads;

// [kernel]
// Two blocks per SM: a thread may use 128 registers.
__global__ void __launch_bounds__(block_size, 2)
    matmul_register_tiled(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[tile][depth];
  __shared__ float b_tile[depth][tile];

  const unsigned x = threadIdx.x % threads;
  const unsigned y = threadIdx.x / threads;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile;
  const unsigned first_col = blockIdx.x * tile;

  float sum[thread_tile][thread_tile] = {};
  for (unsigned first = 0; first < k; first += depth) {
    // 1024 elements per tile, four per thread: 8 lanes for a row of A, a whole warp for a row of B.
#pragma unroll
    for (int step = 0; step < tile * depth; step += block_size) {
      const unsigned i = step + threadIdx.x;
      const unsigned row = first_row + i / depth;
      const unsigned a_term = first + i % depth;
      a_tile[i / depth][i % depth] = row < m && a_term < k ? a[std::size_t{row} * k + a_term] : 0;
      const unsigned b_term = first + i / tile;
      const unsigned col = first_col + i % tile;
      b_tile[i / tile][i % tile] = b_term < k && col < n ? b[std::size_t{b_term} * n + col] : 0;
    }
    __syncthreads();  // the tiles are full

    // [registers]
#pragma unroll
    for (int term = 0; term < depth; ++term) {
      float a_part[thread_tile];
      float b_part[thread_tile];
#pragma unroll
      for (int i = 0; i < thread_tile; ++i) {
        a_part[i] = a_tile[y + i * threads][term];
        b_part[i] = b_tile[term][x + i * threads];
      }
#pragma unroll
      for (int i = 0; i < thread_tile; ++i) {
#pragma unroll
        for (int j = 0; j < thread_tile; ++j) sum[i][j] += a_part[i] * b_part[j];
      }
    }
    // [registers]
    __syncthreads();  // the tiles may be overwritten
  }

#pragma unroll
  for (int i = 0; i < thread_tile; ++i) {
#pragma unroll
    for (int j = 0; j < thread_tile; ++j) {
      const unsigned row = first_row + y + i * threads;
      const unsigned col = first_col + x + j * threads;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
  }
}
// [kernel]

void run(tutorial::Program& program, const matmul::Options& options) {
  matmul::Input in(options, program.seed());
  const matmul::Shape shape = in.shape;
  tutorial::DeviceBuffer<float> d_a(shape.m * shape.k), d_b(shape.k * shape.n),
      d_c(shape.m * shape.n);  // cudaMalloc
  const auto& [a, b] = in.make_factors();
  d_a.copy_from(a);  // cudaMemcpy
  d_b.copy_from(b);
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, tile, tile);
  const auto multiply = [&] {
    matmul_register_tiled<<<grid, block_size>>>(d_a.data(), d_b.data(), d_c.data(), shape.m, shape.n,
                                                shape.k);
    CUDA_CHECK_LAUNCH();
  };

  program.measure(in.row("8 x 8 elements per thread"), multiply, [&] {
    return in.check(d_c.to_host(), {d_a, d_b, d_c}, multiply);
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
