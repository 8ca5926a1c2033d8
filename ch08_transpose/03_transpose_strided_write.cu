// transpose_strided_write: if one side must be strided, should it be the write?
// Step     strided writes
// Before   transpose_strided_read reads down the columns and writes along the rows.
// Change   The lanes of a warp walk along a row of the input, so their writes to the output are a whole row apart:
//
//              input                          output
//                0 1 2 .. 31                    . 0 . . .
//                . . . .. .                     . 1 . . .     32 sectors, one float of the eight of each
//              read together: 4 sectors         . 2 . . .
//                                               . .
//                                               . 31. . .
//
// Expect   float: 4 sectors per read request and 32 per write request, the mirror image of the previous step. But
//          the two sides behave differently. A sector that was read stays in L1 for the neighboring warps that
//          need the rest of it. A store goes through to L2, which must assemble each sector from eight stores.
//          So we expect it to be slower than the strided read, as the book claims (claim C16).
//          - It is slower than transpose_strided_read (before measuring).
// Run      ./tutorial run transpose_strided_write -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_strided_write
// Source   [Fan] ch. 8

#include "transpose.hpp"

// [kernel]
// A thread's position in the input: column by x, row by y and z.
template <typename T>
__global__ void transpose_strided_write(const T* in, T* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[std::size_t{col} * rows + row] = in[std::size_t{row} * cols + col];
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy
  const dim3 block(32, program.block() / 32);
  const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, block.x, block.y);  // over the input

  d_out.poison();  // fills it with a value that no result has
  program.measure(
      ch08::row<T>(shape, "32 x " + std::to_string(block.y) + " threads"),
      [&] {
        transpose_strided_write<<<grid, block>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  program.block_sizes({1024, 512, 256, 128}, 1024);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
