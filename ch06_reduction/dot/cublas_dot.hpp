#pragma once

#include "dot/dot.hpp"

#if TUTORIAL_HAS_CUBLAS
#include "tutorial/cublas.hpp"
#endif

/// cuBLAS's dot product, as a program would call it, in the rows of the table.
namespace ch06 {

#if TUTORIAL_HAS_CUBLAS
// The answer goes where the handle's pointer mode says.
inline void cublas_dot(cublasHandle_t handle, const Dot<float>& vectors, float* result) {
  CUBLAS_CHECK(cublasSdot_64(handle, vectors.n, vectors.begin_a(), 1, vectors.begin_b(), 1, result));
}
inline void cublas_dot(cublasHandle_t handle, const Dot<double>& vectors, double* result) {
  CUBLAS_CHECK(cublasDdot_64(handle, vectors.n, vectors.begin_a(), 1, vectors.begin_b(), 1, result));
}

/// Two rows: the result left on the device, and the result on the host.
template <typename T>
void measure_cublas_dot(tutorial::Program& program, const Dot<T>& vectors, const std::string& data) {
  if (data == "denormal") {
    program.left_out("cublasSdot and cublasDdot", "a library may take denormal numbers for 0");
    return;
  }
  // Its grid is its own: eight times our bound leaves room for fewer threads with longer walks.
  const auto check = [&](T got) { return vectors.check_total(got, 8 * vectors.roundings(vectors.blocks)); };
  const std::string name = std::is_same_v<T, float> ? "cublasSdot" : "cublasDdot";
  tutorial::DeviceBuffer<T> result(1);
  tutorial::Cublas handle;

  tutorial::Case kernel = vectors.row(name);
  kernel.peer = true;
  CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  program.measure(
      kernel, [&] { cublas_dot(handle, vectors, result.data()); },
      [&] { return check(result.to_host()[0]); });

  tutorial::Case end_to_end = vectors.end_to_end_row(name);
  end_to_end.peer = true;
  T on_host{};
  CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  program.measure_end_to_end(
      end_to_end, [&] { cublas_dot(handle, vectors, &on_host); }, [&] { return check(on_host); });
}
#else
template <typename T>
void measure_cublas_dot(tutorial::Program& program, const Dot<T>&, const std::string&) {
  program.left_out("cublasSdot and cublasDdot", "this build has no cuBLAS");
}
#endif

}  // namespace ch06
