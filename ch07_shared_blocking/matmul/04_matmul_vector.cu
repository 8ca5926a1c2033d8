// matmul_vector: what do 16-byte loads save when every loaded value is already used often?
// Step     16-byte loads
// Before   matmul_register_tiled needs 16 loads from shared memory per 64 multiply-adds of a thread: exactly as many
//          as the load unit can deliver next to the arithmetic, with nothing to spare.
// Change   All memory is read and written in groups of four neighbors. A thread's 8 columns of C are two
//          groups:
//
//              columns of thread x    before   x, x + 16, x + 32, ..
//                                     now      4x .. 4x + 3 and 64 + 4x .. 64 + 4x + 3
//
//              A's tile, 128x8        four terms of a row in one load
//              B's tile, 8x128        four columns of a term in one load
//
//          Four terms of 8 rows: 8 loads of A and 8 of B per 256 multiply-adds. From global memory, a thread
//          loads four neighbors of A and four of B per step, with one load each. That requires rows that start at
//          a multiple of 16 bytes: k and n must be multiples of 4. For other sizes the second kernel of this
//          template loads words one by one; everything else is the same.
//          The limit is now the bytes that shared memory can deliver, so the arrangement of a warp's lanes matters:
//
//              16x2: 16 groups of B, 2 rows of A      8x4: 8 groups of B, 4 rows of A
//
// Expect   Instructions: shared loads per multiply-add 1/4 -> 1/16, global loads per step 8 -> 2. Bytes: the same,
//          but lanes that need the same word share it. A 16-byte load serves 8 lanes per wavefront, or 16 if
//          pairs of lanes read the same words. 64 multiply-adds of a warp take 16 cycles; their loads take 12
//          wavefronts instead of 16 with warps of 16x2, and 8 with warps of 8x4, where pairs share both A and
//          B. So the loads now fit next to the arithmetic, and we expect to come much closer to the ceiling, and
//          the second layout to win. What remains is latency: at the two barriers of each step, and of the first
//          bytes from global memory.
// Measured - It is faster than matmul_register_tiled (with measuring).
//          - "float4, warps of 8 x 4" is faster than "float4, warps of 16 x 2" (with measuring).
//            Missed: Both 12 and 8 wavefronts fit next to the 16 cycles of arithmetic, so the second layout saves
//            something that was not the bottleneck. We have not found what makes it some 3% slower.
// Run      ./tutorial run matmul_vector -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_vector
// Source   [Farber] ch. 6

#include "matmul/four.cuh"
#include "matmul/matmul.hpp"

using matmul::component;
using matmul::load_four;
using matmul::multiply_add;
using matmul::store_four;

constexpr int threads = 16;                  // along x and along y
constexpr int thread_tile = 8;               // rows and columns of C a thread
constexpr int tile = threads * thread_tile;  // rows and columns of C a block
constexpr int depth = 8;                     // terms per step
constexpr int block_size = threads * threads;

// [places]
// A thread's position among the 16x16 of its block. A warp is 2 rows of 16, or 4 rows of 8, in which lanes 2i
// and 2i + 1 are one below the other.
__device__ uint2 place_in_rows(unsigned thread) { return {thread % 16, thread / 16}; }
__device__ uint2 place_in_squares(unsigned thread) {
  const unsigned warp = thread / 32;
  const unsigned lane = thread % 32;
  return {warp % 2 * 8 + lane / 2 % 8, warp / 2 * 4 + lane / 16 * 2 + lane % 2};
}
// [places]

// [kernel]
template <bool squares, bool aligned>
__global__ void __launch_bounds__(block_size, 2)
    matmul_vector(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float4 a_tile[tile][depth / 4];
  __shared__ float4 b_tile[depth][tile / 4];

  const auto [x, y] = squares ? place_in_squares(threadIdx.x) : place_in_rows(threadIdx.x);
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile;
  const unsigned first_col = blockIdx.x * tile;

  // What this thread loads: 256 groups of four are exactly one tile.
  const unsigned a_row = threadIdx.x / (depth / 4);
  const unsigned a_group = threadIdx.x % (depth / 4);
  const unsigned b_row = threadIdx.x / (tile / 4);
  const unsigned b_group = threadIdx.x % (tile / 4);

  float4 sum[thread_tile][2] = {};
  for (unsigned first = 0; first < k; first += depth) {
    a_tile[a_row][a_group] = load_four<aligned>(a, first_row + a_row, first + 4 * a_group, m, k);
    b_tile[b_row][b_group] = load_four<aligned>(b, first + b_row, first_col + 4 * b_group, k, n);
    __syncthreads();  // the tiles are full

    // [fours]
#pragma unroll
    for (int group = 0; group < depth / 4; ++group) {
      float4 a_part[thread_tile];  // four terms of each row
#pragma unroll
      for (int i = 0; i < thread_tile; ++i) a_part[i] = a_tile[y + i * threads][group];
#pragma unroll
      for (int term = 0; term < 4; ++term) {
        const float4 left = b_tile[4 * group + term][x];
        const float4 right = b_tile[4 * group + term][x + threads];
#pragma unroll
        for (int i = 0; i < thread_tile; ++i) {
          multiply_add(sum[i][0], component(a_part[i], term), left);
          multiply_add(sum[i][1], component(a_part[i], term), right);
        }
      }
    }
    // [fours]
    __syncthreads();  // the tiles may be overwritten
  }

#pragma unroll
  for (int i = 0; i < thread_tile; ++i) {
    const unsigned row = first_row + y + i * threads;
    store_four<aligned>(c, sum[i][0], row, first_col + 4 * x, m, n);
    store_four<aligned>(c, sum[i][1], row, first_col + 4 * (x + threads), m, n);
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

  const auto measure = [&](auto kernel, const std::string& warp) {
    const auto multiply = [&] {
      kernel<<<grid, block_size>>>(d_a.data(), d_b.data(), d_c.data(), shape.m, shape.n, shape.k);
      CUDA_CHECK_LAUNCH();
    };
    d_c.poison();
    program.measure(in.row((aligned ? "float4" : "floats one by one, k or n is no multiple of 4") + warp),
                    multiply, [&] {
                      return in.check(d_c.to_host(), {d_a, d_b, d_c}, multiply);
                    });
  };
  measure(aligned ? matmul_vector<false, true> : matmul_vector<false, false>, ", warps of 16 x 2");
  measure(aligned ? matmul_vector<true, true> : matmul_vector<true, false>, ", warps of 8 x 4");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
