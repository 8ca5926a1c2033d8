// matmul_naive: how fast is a matrix product if every thread loads all it needs from global memory?
// Step     one thread per element
// Problem  C = A B; A is m x k, B is k x n, all row-major. Each element of C is a sum of k products, and each
//          element of A is needed n times, each of B m times.
// Way      One thread per element of C. It walks along its row of A and down its column of B:
//
//                          B
//                          | |              lanes 0, 1, .. of a warp: neighboring columns of C,
//                          v v              so neighboring words of B (4 sectors), and the same
//              A  ------>  C C ..           word of A for all lanes (1 sector, a broadcast)
//
//          The sums are independent: no barrier, no shared memory.
// Expect   Two loads per multiply-add. Device memory is not the limit: the threads of a block need the same words
//          again and again, and the L1 cache has them. But in each cycle an SM can start multiply-adds of four
//          warps and a load of only one. With two loads per multiply-add, at most one eighth of the FMA ceiling
//          is possible, however good the caches are.
// Measured - It reaches 0 to 12.5% of the ceiling (with measuring).
// Run      ./tutorial run matmul_naive -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_naive
// Source   [Farber] ch. 6

#include "matmul/matmul.hpp"

constexpr int block_width = 32;
constexpr int block_height = 32;

// A row of blocks: blockIdx.y. If there are more than 65,535 rows, the grid has several layers, and blockIdx.z is the layer.
// [kernel]
__global__ void matmul_naive(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * block_height + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (unsigned i = 0; i < k; ++i) sum += a[std::size_t{row} * k + i] * b[std::size_t{i} * n + col];
  c[std::size_t{row} * n + col] = sum;
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
  const dim3 block(block_width, block_height);
  const dim3 grid = tutorial::tile_grid(shape.m, shape.n, block_width, block_height);
  const auto multiply = [&] {
    matmul_naive<<<grid, block>>>(d_a.data(), d_b.data(), d_c.data(), shape.m, shape.n, shape.k);
    CUDA_CHECK_LAUNCH();
  };

  // The check multiplies once more, on integers, where every element must be exact.
  program.measure(in.row("one element per thread"), multiply, [&] {
    return in.check(d_c.to_host(), {d_a, d_b, d_c}, multiply);
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
