// transpose_more_loads: how many loads must a thread have in flight?
// Step     more loads in flight
// Before   transpose_padded moves a 32x32 tile with 256 threads: each has 4 loads of 4 bytes in flight before
//          the barrier. transpose_vector has 64 bytes per thread in flight and is faster, but it requires row
//          lengths that are a multiple of the vector.
// Change   The tile is 64x64, and elements are moved one by one again. A thread first issues all of its loads,
//          into registers, and only then stores them into the tile, so no load waits for the one before:
//
//                              threads per block   loads per thread   bytes in flight per block
//              transpose_padded            256                  4                      4 KiB
//              here                       1024                  4                     16 KiB
//                                          512                  8                     16 KiB
//                                          256                 16                     16 KiB
//
//          A row of the tile is 65 elements long, so a column read still touches every bank once.
//
// Expect   4 / 4 sectors per request and conflict degree 1, as before; 256 bytes of a row stay together instead of
//          128. An SM has room for 2048 threads: with 1024 per block it has as much in flight as transpose_padded,
//          with 512 twice as much, with 256 four times, if the tiles all fit. So 512 and 256 should match the
//          vectors, for any row length.
//          - "8 loads in flight, 512 threads" is as fast as transpose_vector (before measuring).
//          - "16 loads in flight, 256 threads" is as fast as transpose_vector (before measuring).
// Run      ./tutorial run transpose_more_loads -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_more_loads
// Source   [Fan] ch. 8 (the tile); the loads before the stores are ours

#include "further/sectors.hpp"
#include "problem.hpp"

constexpr unsigned tile_size = 64;

// `threads` / 64 rows of 64 threads move a tile.
template <unsigned threads, typename T>
__global__ void transpose_more_loads(const T* in, T* out, unsigned rows, unsigned cols) {
  __shared__ T tile[tile_size][tile_size + 1];

  constexpr unsigned block_rows = threads / tile_size;
  constexpr unsigned loads = tile_size / block_rows;
  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned tile_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;

  const unsigned col = tile_col + x;
  if (col < cols) {
    // One multiplication for all addresses, and one look at where the matrix ends.
    const T* from = in + std::size_t{tile_row + y} * cols + col;
    const unsigned inside = ch08::times(tile_row + y, rows, block_rows);
    // [loads]
    T held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, from += std::size_t{cols} * block_rows) {
      held[i] = i < inside ? *from : T{0};
    }
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) tile[i * block_rows + y][x] = held[i];
    // [loads]
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
  const dim3 grid = ch08::tile_grid(shape.rows, shape.cols, tile_size, tile_size);
  constexpr unsigned loads = tile_size * tile_size / threads;

  matrix.out.poison();
  program.measure(
      matrix.row(std::to_string(loads) + " loads in flight, " + std::to_string(threads) + " threads"),
      [&] {
        transpose_more_loads<threads>
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
