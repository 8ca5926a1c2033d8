#pragma once

#include <functional>

#include "matmul/matmul.hpp"

#if TUTORIAL_HAS_CUBLAS
#include "tutorial/cublas.hpp"
#endif

namespace matmul {

using Check = std::function<tutorial::Verdict(const std::function<void()>& multiply)>;

/// cuBLAS's product as a row of the table, with all digits of a float, or with those of TF32.
/// It is column-major: for it, our row-major A, B and C are their transposes, and C^T = B^T A^T. So with the
/// factors swapped it writes our C, and nothing has to be transposed.
inline void measure_cublas(tutorial::Program& program, [[maybe_unused]] const Input& in,
                           [[maybe_unused]] const Matrices& on_device, bool tf32 = false,
                           [[maybe_unused]] const Check& check = {}) {
  const char* name = tf32 ? "TF32 by cuBLAS" : "cuBLAS";
#if TUTORIAL_HAS_CUBLAS
  const Shape shape = in.shape;
  const tutorial::Cublas cublas;
  CUBLAS_CHECK(cublasSetMathMode(cublas, tf32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH));
  const float one = 1, zero = 0;
  const auto leading = [](auto length) { return static_cast<int>(length > 0 ? length : 1); };
  const auto multiply = [&] {
    CUBLAS_CHECK(cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, shape.n, shape.m, shape.k, &one,
                             on_device.b.data(), leading(shape.n), on_device.a.data(), leading(shape.k),
                             &zero, on_device.c.data(), leading(shape.n)));
  };
  tutorial::Case row = in.row(name);
  row.peer = true;
  if (tf32) row.ceiling = tutorial::Ceiling::none;  // the roof is tensor cores'
  on_device.c.poison();
  program.measure(row, multiply, [&] {
    return check ? check(multiply) : in.check(on_device.c.to_host(), on_device, multiply);
  });
#else
  program.left_out(name, tutorial::backend() == tutorial::Backend::simulator
                             ? "the simulator has no device libraries"
                             : "this toolkit comes without it");
#endif
}

}  // namespace matmul
