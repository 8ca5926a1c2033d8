// transpose_unturned: does the tile help by itself, or only because it is read by column?
//
// Before   transpose_strided_write makes writes that are a whole row apart. transpose_shared goes through a tile and
//          writes along the rows.
// Change   The kernel uses a tile, as transpose_shared does, but then writes as transpose_strided_write does. A warp
//          reads a row of the input into a row of the tile, waits, reads a row that another warp has stored, and
//          writes it down a column of the output:
//
//              input          tile           output
//              -------->   ->  ------>   ->    |
//                              ------>   ->    | |        each row goes in and comes out as a row: not transposed
//                              ------>         v v
//
//          Together with the two strided steps and transpose_shared, these are all combinations of tile and stride.
// Expect   4 / 32 sectors per request, exactly as in transpose_strided_write: each lane writes the same addresses.
//          There are no bank conflicts either, since rows go in and out. So the tile costs a store, a barrier and a
//          load and gains nothing: we expect the time of transpose_strided_write or more. In transpose_shared it is not
//          shared memory itself that helps: a warp reads the tile in a different order than it was written.
// Measured - It is 0.8 to 1.05 times as fast as transpose_strided_write (after measuring).
// Run      ./tutorial run transpose_unturned -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_unturned
// Source   [Fan] ch. 8

#include "transpose.hpp"

constexpr int tile_size = 32;
constexpr int block_rows = 8;

// [kernel]
template <typename T>
__global__ void transpose_unturned(const T* in, T* out, unsigned rows, unsigned cols) {
  __shared__ T tile[tile_size][tile_size];

  const unsigned x = threadIdx.x;
  const unsigned col = blockIdx.x * tile_size + x;
  const unsigned tile_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;

#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = tile_row + y;
    if (row < rows && col < cols) tile[y][x] = in[std::size_t{row} * cols + col];
  }

  // Each warp takes out what the next one has put in, as in the other tiles: the barrier is needed here too.
  __syncthreads();

  // [write]
  // A row of the tile into a column of the output: the lanes write a whole row of the output apart.
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + (threadIdx.y + 1) % block_rows;
    const unsigned row = tile_row + y;
    if (row < rows && col < cols) out[std::size_t{col} * rows + row] = tile[y][x];
  }
  // [write]
}
// [kernel]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  tutorial::DeviceBuffer<T> d_in(shape.count()), d_out(shape.count());  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>(shape, program.seed());
  d_in.copy_from(in);  // cudaMemcpy
  const dim3 block(tile_size, block_rows);
  const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, tile_size, tile_size);

  d_out.poison();
  program.measure(
      ch08::row<T>(shape, "tile 32 x 32, strided write"),
      [&] {
        transpose_unturned<<<grid, block>>>(d_in.data(), d_out.data(), shape.rows, shape.cols);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return ch08::check_transposed(d_out.to_host(), in, shape); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
