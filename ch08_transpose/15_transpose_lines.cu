// transpose_lines: can a load bring along what its neighbour will ask for?
//
// Before   transpose_bands. Where the rows of the input do not begin with whole sectors, neighbouring tiles want the
//          same sector, and it comes from memory when the first of them asks. The rest of its line, which is the
//          other tile's, comes later, in a second request to the same page of memory.
// Change   the load carries a hint: whoever asks for a sector has L2 fetch its whole line of 128 bytes. What this tile
//          does not want of it, the next column of tiles finds in L2:
//
//              row of the input    |line           |line           |line           |
//              sectors             |   |   |   |   |   |   |   |   |   |   |   |   |
//              this tile                 [ 9 sectors, 256 bytes   .. ]
//              fetched             ------------------------------------------------
//
//          One small function, load_line, has the instruction; the simulator has no L2, and loads as always.
//
// Expect   the same counts under the lens. Where the rows are whole lines long, every line has a single tile: no
//          change at 8192 x 8192. Else fewer, longer pieces from memory: a few per cent.
// Run      ./tutorial run transpose_lines -- --rows 10000 --cols 9999
// See      ./tutorial explain transpose_lines -- --rows 127 --cols 61
// Source   ours

#include "windows.cuh"

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  matrix.out.poison();
  program.measure(
      matrix.row("windows in bands, whole lines"), [&] { ch08::launch_in_bands<true>(matrix); },
      [&] { return matrix.check_transposed(); });
}

int main(int argc, char** argv) {
  tutorial::Program program("transpose_lines", "can a load bring along what its neighbour will ask for?");
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  program.types({"float", "double"});
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, shape); });
  });
}
