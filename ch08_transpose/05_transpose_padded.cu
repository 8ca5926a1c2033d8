// transpose_padded: does one unused column remove the bank conflicts of the tile?
// Step     tile of 33 columns
// Before   transpose_shared reads and writes global memory in whole sectors. But all words of a column of its
//          32x32 tile are in one bank, so reading a column takes 32 wavefronts.
// Change   The tile is 32x33. Row r now starts in bank r, so a column touches 32 different banks:
//
//          32x32                       32x33
//          row 0: bank 0 1 2 ..        row 0: bank 0 1 2 ..
//          row 1: bank 0 1 2 ..        row 1: bank 1 2 3 ..
//          row 2: bank 0 1 2 ..        row 2: bank 2 3 4 ..
//                      ^ all of a column                ^ each its own
//
// Expect   The conflict degree of the column read falls from 32 to 1 (double, two words per element: 16 to 1);
//          sectors per request stay 4 / 4. Without conflicts, the limit is memory latency. 32x8 threads
//          have four independent loads each in flight before the barrier, so they should gain more over
//          32x32 threads than they did before.
// Measured - It is at least 1.5 times as fast as transpose_shared (after measuring).
//          - "tile 32 x 33, 32 x 8 threads" is at least 1.76 times as fast as "tile 32 x 33, 32 x 32 threads"
//            (after measuring).
//            Missed on the H100: There, 32x8 threads are closer to the memory's limit, which leaves less to gain. On
//            the H200 they gain more than before the padding.
// Run      ./tutorial run transpose_padded -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_padded
// Source   [Fan] ch. 8

#include "transpose.hpp"

constexpr int tile_size = 32;

// [kernel]
// block_rows rows of 32 threads move a tile in 32 / block_rows steps.
template <int block_rows, typename T>
__global__ void transpose_padded(const T* in, T* out, unsigned rows, unsigned cols) {
  // [change]
  __shared__ T tile[tile_size][tile_size + 1];
  // [change]

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

  // The tile must be full before anyone reads a column: those 32 values were written by 32 different warps or
  // steps.
  __syncthreads();

  // [read]
  // Columns of the tile into rows of the output: the lanes walk down a column, 33 words apart, and meet
  // every bank once.
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = tile_col + y;  // of the output
    const unsigned col = tile_row + x;
    if (row < cols && col < rows) out[std::size_t{row} * rows + col] = tile[x][y];
  }
  // [read]
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  const auto measure = [&](auto kernel, int block_rows) {
    const dim3 block(tile_size, block_rows);
    const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, tile_size, tile_size);

    d_out.poison();  // fills it with a value that no result has
    program.measure(
        ch08::row<T>(shape, "tile 32 x 33, 32 x " + std::to_string(block_rows) + " threads"),
        [&] {
          kernel<<<grid, block>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
          CUDA_CHECK_LAUNCH();
        },
        [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
  };
  measure(transpose_padded<32, T>, 32);
  measure(transpose_padded<8, T>, 8);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
