// transpose_windows: what if the rows of the output start at odd addresses?
// Step     whole sectors out
// Before   transpose_order. If the output's rows are 9999 floats long, each starts at a different offset within a 32-byte
//          sector. Every tile then ends in the middle of a sector, in each of its 64 rows. Two blocks write a part of each
//          such sector; L2 must keep the first part until the other comes, or fetch the rest of the sector from memory to
//          complete it.
// Change   A block owns whole sectors of the output. Its tile has a window of 64 elements in each of 64 rows of the
//          output, and the window of a row starts at a sector boundary, `shift` elements further left:
//
//              output     sector  sector  sector     drawn small: rows of 9, sectors of 4, windows of 4;
//              row 0      0 0 0 0 1 1 1 1 2          the number is that of the block that owns the element,
//              row 1      . 0 0 0 1 1 1 1 2 2        a dot is the end of the row before
//              row 2      . . 0 0 1 1 1 1 2 2 2
//
//          The last block of a row also writes what its shift leaves over. The shifts of the rows differ, so the block needs
//          more rows of the input, up to a sector less one element: 71 instead of 64 for float, 67 for double. Its neighbor
//          reads them too, from L2. If the rows of the output are a multiple of a sector long, all shifts are 0 and this is
//          the previous program.
//
// Expect   9999x10000, where the output's rows have odd length: 4 sectors per store request instead of 4.9, and none
//          of them twice. The blocks read 11% more, but hardly more comes from memory. Much faster there, and unchanged at
//          8192x8192.
//          - It is as fast as transpose_order (before measuring).
//          - At 9999 x 10 K, it is faster than transpose_order (before measuring).
// Run      ./tutorial run transpose_windows -- --rows 9999 --cols 10000
// See      ./tutorial explain transpose_windows
// Source   ours

#include "further/sectors.hpp"
#include "problem.hpp"

constexpr unsigned tile_size = 64;
constexpr unsigned threads = 512;
constexpr unsigned block_rows = threads / tile_size;
constexpr unsigned loads = tile_size / block_rows;

template <typename T>
__global__ void transpose_windows(const T* in, T* out, unsigned rows, unsigned cols) {
  using ch08::sector;
  // [also changed]
  // So many rows of the input are wanted above those of a window that is not shifted.
  constexpr unsigned above = sector<T> - 1;
  __shared__ T tile[above + tile_size][tile_size + 1];
  // [also changed]

  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  const unsigned tile_row = blockIdx.x * tile_size;
  const unsigned tile_col = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;

  // [read]
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
    if (rows % sector<T> != 0 && y < above && tile_row > y) {
      tile[above - 1 - y][x] = in[std::size_t{tile_row - 1 - y} * cols + col];
    }
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) tile[above + i * block_rows + y][x] = held[i];
  }
  // [read]

  __syncthreads();

  // [write]
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
  // [write]
}

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const dim3 grid = ch08::tile_grid(shape.cols, shape.rows, tile_size, tile_size);

  matrix.out.poison();
  program.measure(
      matrix.row("windows of 64, 512 threads"),
      [&] {
        transpose_windows<<<grid, threads>>>(matrix.in.data(), matrix.out.data(), shape.rows, shape.cols);
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
