// transpose_bands: what if a column of tiles is larger than the cache?
// Step     low bands
// Before   transpose_windows writes no sector twice. It reads some twice: if a row of the input does not start at a sector
//          boundary, two columns of tiles share a sector at their border. So do tiles above each other, because of their 7
//          extra rows. Blocks that run one after the other find such a sector in L2. But the next column of tiles starts
//          only when this one has gone down the whole matrix: at 1000003 rows, 256 MB later. By then L2 has evicted it.
//
// Change   If L2 cannot hold what a column of tiles reads and writes, the blocks walk down a low band of rows of tiles,
//          column after column, and only then go to the next band. A band's part of a column reads 1/64 of L2:
//
//              before        here, bands of 2
//              0 4 8         0 2 4
//              1 5 9         1 3 5
//              2 6 .         6 8 .
//              3 7 .         7 9 .
//
// Expect   The same counts under the lens. For 1000003x127 and other tall matrices, fewer reads from memory: 64 floats of
//          a row usually touch 9 sectors, of which one was read twice, so up to 11% of the reads. If a column of tiles fits
//          in L2, it is the same program: no change at 8192x8192.
//          - It is as fast as transpose_windows (before measuring).
//          - At 1000003 x 127, it is 1 to 1.11 times as fast as transpose_windows (before measuring).
// Run      ./tutorial run transpose_bands -- --rows 1000003 --cols 127
// See      ./tutorial explain transpose_bands
// Source   ours

#include "further/sectors.hpp"
#include "further/walk.hpp"
#include "problem.hpp"

constexpr unsigned tile_size = 64;
constexpr unsigned threads = 512;
constexpr unsigned block_rows = threads / tile_size;
constexpr unsigned loads = tile_size / block_rows;

template <typename T>
__global__ void transpose_bands(const T* in, T* out, unsigned rows, unsigned cols, ch08::Walk walk) {
  using ch08::sector;
  // So many rows of the input are wanted above those of a window that is not shifted.
  constexpr unsigned above = sector<T> - 1;
  __shared__ T tile[above + tile_size][tile_size + 1];

  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  // [change]
  const unsigned tile_row = (blockIdx.x + blockIdx.z * walk.z_rows) * tile_size;
  const unsigned tile_col = (blockIdx.y + blockIdx.z * walk.z_cols) * tile_size;
  // [change]

  const unsigned col = tile_col + x;
  if (col < cols) {
    const T* from = in + std::size_t{tile_row + y} * cols + col;
    const unsigned inside = ch08::times(tile_row + y, rows, block_rows);
    T held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, from += std::size_t{cols} * block_rows) {
      held[i] = i < inside ? *from : T{0};
    }
    // The rows above, where windows are shifted: one for each y is enough.
    if (rows % sector<T> != 0 && y < above && tile_row > y && tile_row - y <= rows) {
      tile[above - 1 - y][x] = in[std::size_t{tile_row - 1 - y} * cols + col];
    }
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) tile[above + i * block_rows + y][x] = held[i];
  }

  __syncthreads();

  // The first of the thread's rows of the output begins with element row * rows. So many elements before it a sector
  // begins, and 8, 16, 24 .. rows further it is the same.
  const unsigned row = tile_col + y;
  const unsigned shift = row * rows % sector<T>;
  static_assert(block_rows % sector<T> == 0);
  const unsigned inside = ch08::times(row, cols, block_rows);
  // What the last tile's shift leaves of the row is its as well: a second pass for a few lanes.
  const unsigned passes = tile_row + tile_size < rows ? 1 : 2;
  for (unsigned pass = 0; pass < passes; ++pass) {
    const unsigned from = above - shift + pass * tile_size + x;  // the tile's row
    const unsigned place = tile_row - above + from;  // below 0 it wraps round, and is too large as well
    if (place < rows) {
      T* to = out + std::size_t{row} * rows + place;
#pragma unroll
      for (unsigned i = 0; i < loads; ++i, to += std::size_t{rows} * block_rows) {
        if (i < inside) *to = tile[from][i * block_rows + y];
      }
    }
  }
}

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const ch08::Walk walk = ch08::walk_for<T>(shape, tile_size);

  matrix.out.poison();
  program.measure(
      matrix.row("windows in bands"),
      [&] {
        transpose_bands<<<walk.grid, threads>>>(matrix.in.data(), matrix.out.data(), shape.rows, shape.cols,
                                                walk);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return matrix.check_transposed(); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
