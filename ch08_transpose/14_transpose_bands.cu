// transpose_bands: what if a column of tiles is larger than the cache?
//
// Before   transpose_windows writes no sector twice. It reads some twice: where a row of the input does not begin
//          with a whole sector, two columns of tiles share one at their border, and so do the tiles above each
//          other with their 7 rows more. Blocks that run one after the other find such a sector in L2. But the next
//          column of tiles comes only when this one has gone down the whole matrix: at 1000003 rows, 256 MB later.
//          L2 has forgotten by then.
// Change   where L2 has no room for what a column of tiles reads and writes, the blocks walk down a low band of rows
//          of tiles, column after column, and only then the next band. A band's piece of a column reads 1/64 of L2:
//
//              before        here, bands of 2
//              0 4 8         0 2 4
//              1 5 9         1 3 5
//              2 6 .         6 8 .
//              3 7 .         7 9 .
//
// Expect   the same counts under the lens. For 1000003 x 127, and other tall ones, less read from memory: of the 9
//          sectors in which 64 floats of a row usually lie, one was read twice, so up to 11 % of the reads. Where
//          a column of tiles fits, it is the same program: no change at 8192 x 8192.
// Run      ./tutorial run transpose_bands -- --rows 1000003 --cols 127
// See      ./tutorial explain transpose_bands -- --rows 8200 --cols 65
// Source   ours

#include "windows.cuh"

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  matrix.out.poison();
  program.measure(
      matrix.row("windows in bands"), [&] { ch08::launch_in_bands<false>(matrix); },
      [&] { return matrix.check_transposed(); });
}

int main(int argc, char** argv) {
  tutorial::Program program("transpose_bands", "what if a column of tiles is larger than the cache?");
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  program.types({"float", "double"});
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, shape); });
  });
}
