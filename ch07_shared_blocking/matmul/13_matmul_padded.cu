// matmul_padded: what if the rows of B do not begin at multiples of 16 bytes, and where is cuBLAS now?
//
// Before   matmul_balanced copies B in groups of four, if n is a multiple of 4. If not, four times as many
//          copies of one element each pass through the unit that loads the factors from shared memory: n = 4095
//          takes longer than n = 4096, by far more than the arithmetic does.
// Change   then B is copied first, once, into rows that are padded with zeros to a multiple of 4, and the product
//          reads the padded rows. The columns behind n lead to nothing that is stored. A needs no such thing:
//          it is copied element by element anyway, since it is transposed on the way.
// Expect   the copy reads and writes B: 134 MB at 4095, some 50 microseconds, 2 per cent of the product; it is
//          k n against m n k. For it, the product is as fast as with n = 4096. Where m is small the copy does
//          not pay. Nothing changes where n is a multiple of 4, and there we expect a tie with cuBLAS, whose
//          kernel has tiles of the same size, as its name tells.
// Run      ./tutorial run matmul_padded -- --m 4096 --n 4095 --k 4096
// See      ./tutorial explain matmul_padded -- --m 96 --n 95 --k 96
// Source   [Farber] ch. 6

#include "matmul/balanced_product.cuh"
#include "matmul/cublas_product.hpp"
#include "matmul/matmul.hpp"

constexpr int block_size = 256;

// [change]
// A block copies rows of `cols` elements into rows of `padded`.
__global__ void __launch_bounds__(block_size)
    pad_rows(const float* from, float* to, unsigned rows, unsigned cols, unsigned padded) {
  for (unsigned row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* from_row = from + std::size_t{row} * cols;
    float* to_row = to + std::size_t{row} * padded;
    for (unsigned col = threadIdx.x; col < padded; col += block_size) {
      to_row[col] = col < cols ? from_row[col] : 0;
    }
  }
}
// [change]

void run(tutorial::Program& program, const matmul::Options& options) {
  matmul::Problem problem(options, program.seed());
  const matmul::Shape shape = problem.shape;
  const std::int64_t padded = (shape.n + 3) / 4 * 4;
  const bool pads = padded > shape.n && shape.k > 0;
  tutorial::DeviceBuffer<float> padded_b(pads ? static_cast<std::size_t>(shape.k * padded) : 0);
  matmul::balanced::Product<true> product(shape);
  const auto multiply = [&] {
    const float* b = problem.b.data();
    if (pads) {
      pad_rows<<<tutorial::blocks_for(shape.k, 1), block_size>>>(b, padded_b.data(), shape.k, shape.n,
                                                                 padded);
      CUDA_CHECK_LAUNCH();
      b = padded_b.data();
    }
    product(problem.a.data(), b, problem.c.data(), padded);
  };
  program.measure(problem.row(pads ? "rows of B padded first" : "rows of B as they are"), multiply,
                  [&] { return problem.check(multiply); });
  matmul::measure_cublas(program, problem);
}

int main(int argc, char** argv) {
  tutorial::Program program(
      "matmul_padded",
      "what if the rows of B do not begin at multiples of 16 bytes, and where is cuBLAS now?");
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] { run(program, options); });
}
