// transpose_tall: what if a matrix has only a few columns?
// Step     tall: whole pieces
// Before   transpose_lines. If a matrix has 12 columns, a row of its tile has 12 of 64 elements: four of five threads are
//          idle.
// Change   A block takes complete rows. Together they are contiguous in memory, and the block copies them in order,
//          ignoring where a row ends: 16 bytes per thread, bypassing the registers, into shared memory (the stage). A
//          column there has a stride of `cols` elements, and no padding suits every `cols`. Instead each group of 32 banks
//          is rotated by some vectors of 4 elements. With 32 columns, where an unrotated column would fall in a single
//          bank, it is rotated by the number of the group:
//
//              bank          0  1  2  3  4  5  6  7  8  9 10 11 .. 31
//              group 0       0  1  2  3  4  5  6  7  8  9 10 11 .. 31
//              group 1      60 61 62 63 32 33 34 35 36 37 38 39 .. 59     column 0 is 0, 32, 64, 96 ..
//              group 2      88 89 90 91 92 93 94 95 64 65 66 67 .. 87
//
//          The windows of the output stay as they are. Matrices with more than 32 columns use the previous kernel, except
//          that up to 128 columns are staged if their rows do not start at sector boundaries.
//
// Expect   16 / 16 sectors per read of 16 bytes per lane, 4 / 4 per write. Conflict degree 1 if the number of columns is
//          odd, and never above 4 (double: 2), the width of a vector; shared memory has time for that. 3000001x12 runs
//          within 10% of a copy instead of at a third of it. 1000003x127: a tile requests 9 sectors from L2 where 8 are
//          the minimum, and reads 7 of 64 rows twice; the stage reads whole rows and 7 of 160 twice, together 9% less L2
//          traffic. Nothing changes for wide matrices.
//          - It is as fast as transpose_lines (before measuring).
//          - At 3000001 x 12, it is at least 0.9 times as fast as copy (before measuring).
// Run      ./tutorial run transpose_tall -- --rows 3000001 --cols 12
// See      ./tutorial explain transpose_tall
// Source   ours

#include "further/transpose_lines.cuh"
#include "further/transpose_tall.cuh"

// [rule]
// At least half of a tile of 64 would be empty.
constexpr std::int64_t narrow_limit = 32;

// Whether whole rows are better staged than cut into tiles. Up to the second limit, tiles do as well where every row
// begins with a whole sector.
template <typename T>
bool stage_rows(const ch08::Shape& shape) {
  return shape.cols <= narrow_limit || (shape.cols <= ch08::stage_limit && shape.cols % ch08::sector<T> != 0);
}
// [rule]

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const bool tall = stage_rows<T>(shape);
  matrix.out.poison();
  program.measure(
      matrix.row(tall ? "few columns: whole rows staged" : "many columns: windows in bands"),
      [&] { tall ? ch08::tall::launch(matrix) : ch08::lines::launch(matrix); },
      [&] { return matrix.check_transposed(); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
