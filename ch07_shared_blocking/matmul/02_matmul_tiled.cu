// matmul_tiled: how much do we gain if a block loads each element only once?
// Step     tiles in shared memory
// Before   matmul_naive loads an element of A and one of B for every multiply-add, from global memory.
// Change   A block computes a tile of C. It walks along the rows of A and down the columns of B one tile at a time,
//          loads both tiles into shared memory, one element per thread, and uses each element as often as the
//          tile has columns or rows:
//
//                                B  [ ]              A and B: one tile each, in shared memory
//                                   [#]  step t      two barriers per step: one when the tiles are full,
//                                   [ ]              one before they are overwritten
//              A  [ ][ ][#][ ]      [C]
//                     step t
//
//          Where a tile extends past the edge of its matrix, it is filled with zeros, which add nothing.
// Expect   Reads of global memory: fewer by the width of the tile, 16 or 32 times. But there are still two loads per
//          multiply-add. They now come from shared memory, through the same unit, which still starts one per
//          cycle, so one eighth of the FMA ceiling remains the limit. We expect a gain far below 16 or 32 times:
//          shared memory responds sooner than the cache, and along a row of A's tile the compiler can load
//          several words at once. The two tile sizes should be about equally fast.
// Measured - It reaches 0 to 12.5% of the ceiling (with measuring).
//            Missed: It is slightly above: along a row of A's tile the compiler loads several words with one
//            instruction, so there are fewer than two loads per multiply-add.
//          - It is 1.05 to 4 times as fast as matmul_naive (after measuring).
//          - "tiles of 32 x 32" is as fast as "tiles of 16 x 16" (with measuring).
// Run      ./tutorial run matmul_tiled -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_tiled
// Source   [Farber] ch. 6

#include "matmul/matmul.hpp"

// [kernel]
template <int tile>
__global__ void matmul_tiled(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned col = blockIdx.x * tile + x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * tile + y;

  // No early return at the edge: all threads fill the tiles and meet at the barriers.
  float sum = 0;
  for (unsigned first = 0; first < k; first += tile) {
    a_tile[y][x] = row < m && first + x < k ? a[std::size_t{row} * k + first + x] : 0;
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();  // the tiles are full

    // A: one word for the whole row of threads, a broadcast. B: neighboring words, no conflict.
#pragma unroll
    for (int i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads();  // the tiles may be overwritten
  }

  if (row < m && col < n) c[std::size_t{row} * n + col] = sum;
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

  const auto measure = [&](auto kernel, int tile) {
    const dim3 block(tile, tile);
    const dim3 grid = tutorial::tile_grid(shape.m, shape.n, tile, tile);
    const auto multiply = [&] {
      kernel<<<grid, block>>>(d_a.data(), d_b.data(), d_c.data(), shape.m, shape.n, shape.k);
      CUDA_CHECK_LAUNCH();
    };
    d_c.poison();  // fills it with a value that no result has
    program.measure(in.row("tiles of " + std::to_string(tile) + " x " + std::to_string(tile)), multiply, [&] {
      return in.check(d_c.to_host(), {d_a, d_b, d_c}, multiply);
    });
  };
  measure(matmul_tiled<16>, 16);
  measure(matmul_tiled<32>, 32);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
