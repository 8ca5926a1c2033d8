// matmul_balanced: who computes the tiles that make no full round?
//
// Before   a multiprocessor of matmul_large holds one block. With 132 of them, 512 tiles make 3 rounds and
//          116 tiles more: in the fourth round 16 multiprocessors have nothing to do. A product of 1024 x 1024
//          has 32 tiles, and a hundred multiprocessors never start.
// Change   as many blocks as the device holds at a time. They take the full rounds tile by tile. The tiles that
//          are left are laid in a row, step after step along k, and cut into as many equal shares, wherever a
//          cut falls:
//
//              tiles left    |      0      |      1      |      2      |
//              shares        |    0    |    1    |    2    |    3    |
//
//          A block whose share holds a part of a tile writes its sums into memory of its own, and says how
//          many steps are done. Who completes a tile adds up its parts, in their order, so that the result is
//          the same in every launch, and stores it. Nobody waits for anybody.
// Expect   4 rounds become 3.88: 3 per cent at 4096, less the parts, at most two a block of 128 KiB, which
//          stay in the L2 cache. At 1024 four times as many multiprocessors work, and the time should
//          fall to less than half.
// Run      ./tutorial run matmul_balanced -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_balanced
// Source   [Osama]: the shares

#include "matmul/balanced_product.cuh"
#include "matmul/matmul.hpp"

template <bool aligned>
void measure(tutorial::Program& program, matmul::Problem& problem) {
  matmul::balanced::Product<aligned> product(problem.shape);
  const auto multiply = [&] {
    product(problem.a.data(), problem.b.data(), problem.c.data(), problem.shape.n);
  };
  program.measure(
      problem.row(aligned ? "the last tiles shared" : "the last tiles shared, n is no multiple of 4"),
      multiply, [&] { return problem.check(multiply); });
}

int main(int argc, char** argv) {
  tutorial::Program program("matmul_balanced", "who computes the tiles that make no full round?");
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] {
    matmul::Problem problem(options, program.seed());
    if (problem.shape.n % 4 == 0) {
      measure<true>(program, problem);
    } else {
      measure<false>(program, problem);
    }
  });
}
