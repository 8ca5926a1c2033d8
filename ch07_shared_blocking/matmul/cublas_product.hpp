#pragma once

#include <algorithm>
#include <cstdint>

#include "matmul/matmul.hpp"

#if TUTORIAL_HAS_CUBLAS
#include "tutorial/cublas.hpp"
#endif

namespace matmul {

/// cuBLAS's product as a row of the table, with all digits of a float.
///
/// cuBLAS thinks in columns. To it, our row-major A, B and C are their transposes, and C^T = B^T A^T: with the
/// factors swapped it writes our C, and nobody transposes anything.
inline void measure_cublas([[maybe_unused]] tutorial::Program& program, [[maybe_unused]] Problem& problem) {
#if TUTORIAL_HAS_CUBLAS
  const Shape shape = problem.shape;
  const tutorial::Cublas cublas;
  CUBLAS_CHECK(cublasSetMathMode(cublas, CUBLAS_DEFAULT_MATH));  // no TF32
  const float one = 1;
  const float zero = 0;
  const auto leading = [](std::int64_t length) {
    return static_cast<int>(std::max<std::int64_t>(length, 1));
  };
  const auto multiply = [&] {
    CUBLAS_CHECK(cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, shape.n, shape.m, shape.k, &one,
                             problem.b.data(), leading(shape.n), problem.a.data(), leading(shape.k), &zero,
                             problem.c.data(), leading(shape.n)));
  };
  tutorial::Case row = problem.row("cuBLAS");
  row.peer = true;
  problem.c.poison();
  program.measure(row, multiply, [&] { return problem.check(multiply); });
#else
  program.left_out("cuBLAS", tutorial::backend() == tutorial::Backend::simulator
                                 ? "the simulator has no device libraries"
                                 : "this toolkit comes without it");
#endif
}

}  // namespace matmul
