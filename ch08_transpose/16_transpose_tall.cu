// transpose_tall: what if a matrix has only a few columns?
//
// Before   transpose_lines. Of a matrix with 12 columns, a row of its tile has 12 of 64 elements: four of five
//          threads do nothing.
// Change   a block takes rows as long as the matrix is wide. Together they are one piece of memory, and it copies them
//          as they lie, without a look at where a row ends: 16 bytes a thread, past the registers, into shared memory,
//          the stage. A column there has a stride of `cols` elements, and no padding would do for every `cols`: instead
//          each round of 32 banks is turned by some vectors of 4 elements. For 32 columns, where an unturned column
//          would meet one bank alone, by the number of the round:
//
//              bank          0  1  2  3  4  5  6  7  8  9 10 11 .. 31
//              round 0       0  1  2  3  4  5  6  7  8  9 10 11 .. 31
//              round 1      60 61 62 63 32 33 34 35 36 37 38 39 .. 59     column 0 is 0, 32, 64, 96 ..
//              round 2      88 89 90 91 92 93 94 95 64 65 66 67 .. 87
//
//          The windows of the output stay as they are. Matrices with more than 32 columns take the kernel before, but
//          up to 128 are staged, too, if their rows do not begin with whole sectors.
//
// Expect   16 / 16 sectors a read of 16 bytes a lane, 4 / 4 a write. Conflict degree 1 if the number of columns is odd,
//          and never above 4 (double: 2), the width of a vector; shared memory has time for that. 3000001 x 12 within
//          10 % of a copy instead of a third of it. 1000003 x 127: a tile asks L2 for 9 sectors where 8 would do, and
//          for 7 rows in 64 twice; the stage asks for whole rows and for 7 in 160 twice, together 9 % less traffic in
//          L2. Nothing changes for wide matrices.
// Run      ./tutorial run transpose_tall -- --rows 3000001 --cols 12
// See      ./tutorial explain transpose_tall -- --rows 1025 --cols 12
// Source   ours

#include "tall.cuh"
#include "windows.cuh"

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const bool tall = ch08::stage_rows<T>(shape);
  matrix.out.poison();
  program.measure(
      matrix.row(tall ? "few columns: whole rows staged" : "many columns: windows in bands"),
      [&] { tall ? ch08::launch_tall(matrix) : ch08::launch_in_bands<true>(matrix); },
      [&] { return matrix.check_transposed(); });
}

int main(int argc, char** argv) {
  tutorial::Program program("transpose_tall", "what if a matrix has only a few columns?");
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  program.types({"float", "double"});
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, shape); });
  });
}
