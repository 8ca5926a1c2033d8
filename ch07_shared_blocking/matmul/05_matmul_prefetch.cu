// matmul_prefetch: can a block compute while its next tiles are in flight, and how far are we from cuBLAS?
// Step     double-buffered tiles
// Before   matmul_vector does one thing at a time in each step: load, barrier, compute, barrier. While the tiles are
//          being loaded, the block does not compute; only the other block on the SM can.
// Change   Double buffering: two pairs of tiles. A step first requests the next tiles, into two 16-byte registers
//          per thread, without waiting. Then it computes with the current pair. Only after that does it need the
//          loaded data, and stores them into the other pair:
//
//              step          t                               t + 1
//              global      load t+1 ........                load t+2 ........
//              pair 0      compute with t                         store t+2
//              pair 1                   store t+1           compute with t+1
//                                            barrier                     barrier
//
//          One barrier per step is enough. It guarantees that the other pair is full. A thread that has passed it
//          has also finished computing with this pair, so the next step may overwrite it.
// Expect   The same loads, the same arithmetic, half the barriers. The latency of global memory is now hidden by
//          computation: a step is 512 multiply-adds per thread, long enough for the L2 cache to respond, and at
//          4096x4096 most loads hit L2. The gain should be modest, since two blocks already fill each other's
//          gaps. cuBLAS has more than one kernel, and chooses tiles and schedule by the shape of the problem and
//          the GPU, so we expect to stay behind it.
// Measured - It is 1 to 1.2 times as fast as matmul_vector (after measuring).
//          - It is slower than "cuBLAS" (with measuring).
// Run      ./tutorial run matmul_prefetch -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_prefetch
// Source   [Farber] ch. 6

#include "matmul/cublas_product.hpp"
#include "matmul/four.cuh"
#include "matmul/matmul.hpp"

constexpr int threads = 16;                  // along x and along y
constexpr int thread_tile = 8;               // rows and columns of C a thread
constexpr int tile = threads * thread_tile;  // rows and columns of C a block
constexpr int depth = 8;                     // terms per step
constexpr int block_size = threads * threads;

// [kernel]
template <bool aligned>
__global__ void __launch_bounds__(block_size, 2)
    matmul_prefetch(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  // [also changed]
  __shared__ float4 a_tile[2][tile][depth / 4];
  __shared__ float4 b_tile[2][depth][tile / 4];
  // [also changed]

  // A warp is 8x4 of the 16x16 threads: the layout of matmul_vector that takes fewer wavefronts.
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned x = warp % 2 * 8 + lane / 2 % 8;
  const unsigned y = warp / 2 * 4 + lane / 16 * 2 + lane % 2;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile;
  const unsigned first_col = blockIdx.x * tile;

  const unsigned a_row = threadIdx.x / (depth / 4);
  const unsigned a_group = threadIdx.x % (depth / 4);
  const unsigned b_row = threadIdx.x / (tile / 4);
  const unsigned b_group = threadIdx.x % (tile / 4);

  // [also changed]
  // Past the end of k this loads nothing and gives zeros.
  const auto load_a = [&](unsigned first) {
    return matmul::load_four<aligned>(a, first_row + a_row, first + 4 * a_group, m, k);
  };
  const auto load_b = [&](unsigned first) {
    return matmul::load_four<aligned>(b, first + b_row, first_col + 4 * b_group, k, n);
  };

  a_tile[0][a_row][a_group] = load_a(0);
  b_tile[0][b_row][b_group] = load_b(0);
  __syncthreads();  // the first pair is full
  // [also changed]

  float4 sum[thread_tile][2] = {};
  // [change]
  unsigned pair = 0;
  for (unsigned next = depth; next < k + depth; next += depth) {
    const float4 next_a = load_a(next);
    const float4 next_b = load_b(next);

#pragma unroll
    for (int group = 0; group < depth / 4; ++group) {
      float4 a_part[thread_tile];
#pragma unroll
      for (int i = 0; i < thread_tile; ++i) a_part[i] = a_tile[pair][y + i * threads][group];
#pragma unroll
      for (int term = 0; term < 4; ++term) {
        const float4 left = b_tile[pair][4 * group + term][x];
        const float4 right = b_tile[pair][4 * group + term][x + threads];
#pragma unroll
        for (int i = 0; i < thread_tile; ++i) {
          matmul::multiply_add(sum[i][0], matmul::component(a_part[i], term), left);
          matmul::multiply_add(sum[i][1], matmul::component(a_part[i], term), right);
        }
      }
    }

    pair ^= 1;
    a_tile[pair][a_row][a_group] = next_a;
    b_tile[pair][b_row][b_group] = next_b;
    __syncthreads();  // this pair is full, and no thread still computes with the other
  }
  // [change]

#pragma unroll
  for (int i = 0; i < thread_tile; ++i) {
    const unsigned row = first_row + y + i * threads;
    matmul::store_four<aligned>(c, sum[i][0], row, first_col + 4 * x, m, n);
    matmul::store_four<aligned>(c, sum[i][1], row, first_col + 4 * (x + threads), m, n);
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
  const bool aligned = shape.k % 4 == 0 && shape.n % 4 == 0;
  const auto kernel = aligned ? matmul_prefetch<true> : matmul_prefetch<false>;
  const auto multiply = [&] {
    kernel<<<grid, block_size>>>(d_a.data(), d_b.data(), d_c.data(), shape.m, shape.n, shape.k);
    CUDA_CHECK_LAUNCH();
  };

  program.measure(in.row(aligned ? "float4, next tiles in flight"
                                 : "floats one by one, next tiles in flight: k or n is no multiple of 4"),
                  multiply, [&] {
                    return in.check(d_c.to_host(), {d_a, d_b, d_c}, multiply);
                  });
  matmul::measure_cublas(program, in, {d_a, d_b, d_c});
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
