// transpose_shared: can a tile in shared memory make both sides of the transpose coalesced?
// Step     tile in shared memory
// Before   transpose_strided_read and transpose_strided_write each have one side where a warp touches 32
//          sectors.
// Change   A block moves a 32x32 tile through shared memory. It copies rows of the input into rows of the
//          tile, waits at a barrier, and copies columns of the tile into rows of the output. Both accesses to
//          global memory are coalesced. Only the read of the tile's columns is strided, and shared memory has
//          no sectors to waste.
//
//              input          tile           output
//              -------->   ->  ------>         -------->
//                              | | | |   ->
//                              v v v v
//
// Expect   4 / 4 sectors per request. But shared memory has 32 banks, each four bytes wide, and the tile is 32
//          floats wide: a whole column is in one bank, which serves one word at a time. The column read takes
//          32 wavefronts instead of one, and may lose all that was gained.
//          Two variants: with 32x32 threads, each moves one element and waits; with 32x8, each has four
//          loads in flight.
// Measured - "tile 32 x 32, 32 x 32 threads" is slower than transpose_strided_read (after measuring).
//          - "tile 32 x 32, 32 x 8 threads" is faster than "tile 32 x 32, 32 x 32 threads" (after measuring).
// Run      ./tutorial run transpose_shared -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_shared
// Source   [Fan] ch. 8

#include "transpose.hpp"

constexpr int tile_size = 32;

// [kernel]
// block_rows rows of 32 threads move a tile in 32 / block_rows steps.
template <int block_rows, typename T>
__global__ void transpose_shared(const T* in, T* out, unsigned rows, unsigned cols) {
  __shared__ T tile[tile_size][tile_size];

  const unsigned x = threadIdx.x;
  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned tile_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;

  // Rows of the input into rows of the tile: neighboring lanes, neighboring addresses, on both sides.
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = tile_row + y;
    const unsigned col = tile_col + x;
    if (row < rows && col < cols) tile[y][x] = in[std::size_t{row} * cols + col];
  }

  // The tile must be full before any thread reads a column: its 32 values were written row by row, most of
  // them by other warps.
  __syncthreads();

  // Columns of the tile into rows of the output: the lanes walk down a column, 32 words apart, and meet
  // in one bank.
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = tile_col + y;  // of the output
    const unsigned col = tile_row + x;
    if (row < cols && col < rows) out[std::size_t{row} * rows + col] = tile[x][y];
  }
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  const auto measure = [&](auto kernel, int block_rows) {
    // [launch]
    const dim3 block(tile_size, block_rows);
    const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, tile_size, tile_size);
    // [launch]

    d_out.poison();
    program.measure(
        ch08::row<T>(shape, "tile 32 x 32, 32 x " + std::to_string(block_rows) + " threads"),
        [&] {
          kernel<<<grid, block>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
  };
  measure(transpose_shared<32, T>, 32);
  measure(transpose_shared<8, T>, 8);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
