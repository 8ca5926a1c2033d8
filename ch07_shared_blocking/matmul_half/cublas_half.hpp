#pragma once

#include "matmul_half/half.hpp"

#if TUTORIAL_HAS_CUBLAS
#include "tutorial/cublas.hpp"
#endif

namespace half_product {

/// cuBLAS's product of the same matrices, with sums in float, as a row of the table. It is column-major: our row-major A and B are
/// transposed matrices for it, and our C is the transpose of its result. So it computes C^T = B A^T, the first factor transposed.
inline void measure_cublas(tutorial::Program& program, [[maybe_unused]] Problem& problem) {
#if TUTORIAL_HAS_CUBLAS
  const tutorial::Cublas cublas;
  const float one = 1, zero = 0;
  const Shape shape = problem.shape;
  const auto leading = static_cast<int>(problem.padded.k);
  problem.measure(
      program, "cuBLAS",
      [&] {
        CUBLAS_CHECK(cublasGemmEx(
            cublas, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(shape.n), static_cast<int>(shape.m),
            static_cast<int>(shape.k), &one, problem.b.data(), CUDA_R_16F, leading, problem.a.data(),
            CUDA_R_16F, leading, &zero, problem.c.data(), CUDA_R_32F, static_cast<int>(problem.padded.n),
            CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
      },
      true);
#else
  program.left_out("cuBLAS", tutorial::backend() == tutorial::Backend::simulator
                                 ? "the simulator has no device libraries"
                                 : "this toolkit comes without it");
#endif
}

}  // namespace half_product
