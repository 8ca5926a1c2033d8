#pragma once

#include "problem.hpp"

#if TUTORIAL_HAS_CUBLAS
#include "tutorial/cublas.hpp"
#endif

/// cuBLAS's way to transpose: C = 1 * A^T + 0 * B.
namespace ch08 {

#if TUTORIAL_HAS_CUBLAS
// What we call rows, cuBLAS calls columns.
inline void cublas_geam(cublasHandle_t handle, Problem<float>& matrix) {
  const auto [rows, cols] = matrix.shape;
  const float one = 1;
  const float zero = 0;
  CUBLAS_CHECK(cublasSgeam_64(handle, CUBLAS_OP_T, CUBLAS_OP_N, rows, cols, &one, matrix.in.data(), cols,
                              &zero, matrix.out.data(), rows, matrix.out.data(), rows));
}
inline void cublas_geam(cublasHandle_t handle, Problem<double>& matrix) {
  const auto [rows, cols] = matrix.shape;
  const double one = 1;
  const double zero = 0;
  CUBLAS_CHECK(cublasDgeam_64(handle, CUBLAS_OP_T, CUBLAS_OP_N, rows, cols, &one, matrix.in.data(), cols,
                              &zero, matrix.out.data(), rows, matrix.out.data(), rows));
}

/// A row for the library, as a peer.
template <typename T>
void measure_cublas_geam(tutorial::Program& program, Problem<T>& matrix) {
  const std::string name = std::is_same_v<T, float> ? "cublasSgeam" : "cublasDgeam";
  if (matrix.shape.count() == 0) {
    program.left_out(name, "it takes no matrix without elements");
    return;
  }
  tutorial::Cublas handle;
  tutorial::Case row = matrix.row(name);
  row.peer = true;
  matrix.out.poison();
  program.measure(
      row, [&] { cublas_geam(handle, matrix); }, [&] { return matrix.check_transposed(); });
}
#else
template <typename T>
void measure_cublas_geam(tutorial::Program& program, Problem<T>&) {
  program.left_out("cublasSgeam and cublasDgeam", "this build has no cuBLAS");
}
#endif

}  // namespace ch08
