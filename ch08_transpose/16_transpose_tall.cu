// transpose_tall: what if a matrix has only a few columns?
//
// Before   transpose_lines. Of a matrix with 12 columns, a row of its tile has 12 of 64 elements: four of five
//          threads do nothing.
// Change   a block takes rows as long as the matrix is wide. Together they are one piece of memory, and it reads them
//          as a copy would, without a look at where a row ends. They stay in that order in shared memory, the stage.
//          A column there has a stride of `cols` elements, and no padding would do for every `cols`: instead each
//          round of 32 banks is turned by the number of that round. For 12 columns, where an unturned column would
//          meet 8 banks of 32, it is turned by 0, 1, 2 or 3 places:
//
//              bank          0  1  2  3  4  5  6 .. 31
//              round 0       0  1  2  3  4  5  6 .. 31
//              round 1      63 32 33 34 35 36 37 .. 62        column 0 is 0, 12, 24, 36, 48, 60, 72 ..
//              round 2      94 95 64 65 66 67 68 .. 93
//
//          The windows of the output stay as they are, and are as long as 48 KiB allow. Matrices with more than 32
//          columns take the kernel before.
//
// Expect   sectors per request 4 / 4 and conflict degree 1, whatever the number of columns. No thread is idle: 3000001
//          x 12 within 10 % of a copy instead of a third of it. Nothing changes for wide matrices.
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
