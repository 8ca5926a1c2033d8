// transpose_lines: can a load prefetch what its neighbor will need?
// Step     loads fetch whole lines
// Before   transpose_bands. If the rows of the input do not start at sector boundaries, neighboring tiles share a sector,
//          which comes from memory when the first of them loads it. The rest of its cache line, which belongs to the
//          other tile, comes later, in a second request to the same DRAM page.
// Change   The load carries a hint: a load of any sector makes L2 fetch its whole 128-byte line. The next column of
//          tiles finds the part that this tile does not need in L2:
//
//              row of the input    |line           |line           |line           |
//              sectors             |   |   |   |   |   |   |   |   |   |   |   |   |
//              this tile                 [ 9 sectors, 256 bytes   .. ]
//              fetched             ------------------------------------------------
//
//          One small function, load_line, contains the instruction; the simulator has no L2 and loads as always.
//
// Expect   The same counts under the lens. If the rows are a multiple of a line long, every line belongs to one tile: no
//          change at 8192x8192. Otherwise there are fewer and longer reads from memory: a gain of a few percent.
//          - It is as fast as transpose_bands (before measuring).
// Measured - At 9999 x 10 K, it is 1.01 to 1.05 times as fast as transpose_bands (after measuring).
// Run      ./tutorial run transpose_lines -- --rows 10000 --cols 9999
// See      ./tutorial explain transpose_lines
// Source   ours

#include "further/transpose_lines.cuh"

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const ch08::Walk walk = ch08::walk_for<T>(shape, ch08::lines::tile_size);

  matrix.out.poison();
  program.measure(
      matrix.row("windows in bands, whole lines"),
      [&] {
        ch08::lines::transpose_lines<<<walk.grid, ch08::lines::threads>>>(matrix.in.data(), matrix.out.data(),
                                                                          shape.rows, shape.cols, walk);
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
