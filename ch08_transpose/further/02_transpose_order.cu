// transpose_order: does it matter in which order the blocks walk over the matrix?
// Step     blocks down the columns
// Before   transpose_more_loads has enough bytes in flight. Its blocks are numbered along the rows of the input, and
//          the GPU runs as many as fit, lowest numbers first. So at any moment they read a few long rows and write
//          short segments of many rows.
// Change   The grid is transposed: its x runs down the columns of the input, which is along the rows of the
//          output.
//
//              input, before        input, here          output, here
//              0 1 2 3              0 4 8 .              0 1 2 3
//              4 5 6 7              1 5 9 .              4 5 6 7
//              8 9 . .              2 6 . .              8 9 . .
//
//          Now the resident blocks read short segments and write long rows.
//
// Expect   The same sectors, conflicts and loads in flight, so the lens sees no difference. But DRAM is organized in
//          pages and is slow to switch from reading to writing. A read waits until its data arrive; written data can
//          wait in L2 until their neighbors are there too, and then leave as a long run. So it should be better to
//          have the long rows on the write side. If a row of the output does not start at a multiple of 32 bytes, two
//          blocks share a sector. Walking along the row, they write it soon after each other, and L2 joins the two
//          parts.
//          - It is at least 1 times as fast as transpose_more_loads (before measuring).
// Run      ./tutorial run transpose_order -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_order
// Source   [Fan] ch. 8 (the tile); the loads before the stores are ours

#include "further/sectors.hpp"
#include "problem.hpp"

constexpr unsigned tile_size = 64;

// `threads` / 64 rows of 64 threads move a tile.
template <unsigned threads, typename T>
__global__ void transpose_order(const T* in, T* out, unsigned rows, unsigned cols) {
  __shared__ T tile[tile_size][tile_size + 1];

  constexpr unsigned block_rows = threads / tile_size;
  constexpr unsigned loads = tile_size / block_rows;
  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  // [change]
  const unsigned tile_row = blockIdx.x * tile_size;
  const unsigned tile_col = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;
  // [change]

  const unsigned col = tile_col + x;
  if (col < cols) {
    // One multiplication for all addresses, and one look at where the matrix ends.
    const T* from = in + std::size_t{tile_row + y} * cols + col;
    const unsigned inside = ch08::times(tile_row + y, rows, block_rows);
    T held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, from += std::size_t{cols} * block_rows) {
      held[i] = i < inside ? *from : T{0};
    }
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) tile[i * block_rows + y][x] = held[i];
  }

  __syncthreads();

  const unsigned place = tile_row + x;  // in a row of the output
  if (place < rows) {
    T* to = out + std::size_t{tile_col + y} * rows + place;
    const unsigned inside = ch08::times(tile_col + y, cols, block_rows);
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, to += std::size_t{rows} * block_rows) {
      if (i < inside) *to = tile[x][i * block_rows + y];
    }
  }
}

template <unsigned threads, typename T>
void measure(tutorial::Program& program, ch08::Problem<T>& matrix) {
  const ch08::Shape shape = matrix.shape;
  // x, which counts first, goes along the rows of the output.
  const dim3 grid = ch08::tile_grid(shape.cols, shape.rows, tile_size, tile_size);
  constexpr unsigned loads = tile_size * tile_size / threads;

  matrix.out.poison();
  program.measure(
      matrix.row(std::to_string(loads) + " loads in flight, " + std::to_string(threads) + " threads"),
      [&] {
        transpose_order<threads>
            <<<grid, threads>>>(matrix.in.data(), matrix.out.data(), shape.rows, shape.cols);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return matrix.check_transposed(); });
}

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  measure<1024>(program, matrix);
  measure<512>(program, matrix);
  measure<256>(program, matrix);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
