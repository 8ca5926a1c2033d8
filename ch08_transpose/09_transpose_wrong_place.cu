// transpose_wrong_place: why is a matrix not transposed if each of its tiles is?
//
// Fault    The block transposes its tile and writes it back to the position it came from. Within the tile, rows
//          and columns are exchanged. The tiles themselves have not moved:
//
//              in       faulty     wanted        each number is a tile, ' a transposed one
//              0 1 2    0' 1' 2'   0' 3' 6'
//              3 4 5    3' 4' 5'   1' 4' 7'
//              6 7 8    6' 7' 8'   2' 5' 8'
// Fixed    Exchange the tile's row and column as well: one line.
// Expect   Every element outside the tiles on the diagonal is wrong, yet some tests never notice. A
//          matrix no larger than a tile is right, because it has no other tile. So is any matrix in which
//          tile (r, c) equals tile (c, r): the identity, or all elements equal and whole tiles, two
//          favorites of quick tests. A symmetric matrix, for which a plain copy passes as a transpose,
//          does reveal the fault: its tiles are each other's mirror images, not copies. Outside the tiles
//          on the diagonal, one element in each row of a tile is then right. It is no hazard: each block
//          reads and writes only its own tile, with a barrier in between. There is no race, no
//          uninitialized value, no access out of bounds, and every run gives the same wrong answer. The
//          lens and compute-sanitizer have nothing to report; only the comparison with a reference finds
//          it.
// Run      ./tutorial run transpose_wrong_place -- --n 1000
// See      ./tutorial explain transpose_wrong_place
// Source   [Fan] ch. 8

#include "problem.hpp"

constexpr int tile_size = 32;
constexpr int block_rows = 8;
// [kernel]
template <bool mended, typename T>
__global__ void transpose_tiles(const T* in, T* out, unsigned n) {
  __shared__ T tile[tile_size][tile_size + 1];

  const unsigned x = threadIdx.x;
  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned tile_row = (blockIdx.z * gridDim.y + blockIdx.y) * tile_size;

  // The cells past the edge of the matrix get a zero: the faulty kernel reads them.
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = tile_row + y;
    const unsigned col = tile_col + x;
    tile[y][x] = row < n && col < n ? in[std::size_t{row} * n + col] : T{0};
  }

  __syncthreads();

  // [turn]
  const unsigned to_row = mended ? tile_col : tile_row;  // the one line
  const unsigned to_col = mended ? tile_row : tile_col;
#pragma unroll
  for (int step = 0; step < tile_size; step += block_rows) {
    const unsigned y = step + threadIdx.y;
    const unsigned row = to_row + y;  // of the output
    const unsigned col = to_col + x;
    if (row < n && col < n) out[std::size_t{row} * n + col] = tile[x][y];
  }
  // [turn]
}
// [kernel]
template <bool mended, typename T>
void launch(ch08::Problem<T>& matrix) {
  const std::int64_t n = matrix.shape.rows;
  const dim3 grid = ch08::tile_grid(n, n, tile_size, tile_size);
  transpose_tiles<mended><<<grid, dim3(tile_size, block_rows)>>>(matrix.in.data(), matrix.out.data(), n);
  CUDA_CHECK_LAUNCH();
}

// A row for the fault with these elements, element(row, col): how many are misplaced.
template <typename T, typename Element>
void demonstrate(tutorial::Program& program, std::int64_t n, const std::string& data, Element element) {
  ch08::Problem<T> matrix({n, n}, element);
  launch<false>(matrix);
  const std::int64_t wrong = matrix.misplaced();
  program.demonstrate(matrix.row("own place, " + data),
                      wrong == 0
                          ? "right by accident"
                          : std::to_string(wrong) + " of " + std::to_string(matrix.shape.count()) + " wrong");
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n) {
  const tutorial::Random random(program.seed());
  const auto any = [&](std::int64_t row, std::int64_t col) {
    return random.uniform(static_cast<std::uint64_t>(row * n + col));
  };
  demonstrate<T>(program, std::min<std::int64_t>(n, tile_size), "random, one tile", any);
  demonstrate<T>(program, n, "random", any);
  demonstrate<T>(program, n, "symmetric", [&](std::int64_t row, std::int64_t col) {
    return any(std::min(row, col), std::max(row, col));
  });
  demonstrate<T>(program, n, "identity",
                 [](std::int64_t row, std::int64_t col) { return row == col ? 1 : 0; });
  demonstrate<T>(program, n, "all equal", [](std::int64_t, std::int64_t) { return 1; });

  ch08::Problem<T> matrix({n, n}, program.seed());
  program.measure(
      matrix.row("mirrored place, random"), [&] { launch<true>(matrix); },
      [&] { return matrix.check_transposed(); });

  const std::int64_t rest = n % tile_size;
  const std::int64_t diagonal = n / tile_size * tile_size * tile_size + rest * rest;
  program.note("outside of the diagonal tiles of " + matrix.shape.text() + ": " +
               std::to_string(matrix.shape.count() - diagonal) + " elements");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  program.size("--n", n, "rows and columns of the square matrix",
               {.gpu = 2048, .simulator = 512, .quick = 129});
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, n); });
}
