#pragma once

#include "dot/dot.hpp"

#if TUTORIAL_HAS_CUBLAS
#include "captured_graph.hpp"
#include "mailbox.hpp"
#include "tutorial/cublas.hpp"
#endif

/// cuBLAS's dot product, as a program would call it, in the rows of the table.
namespace ch06 {

#if TUTORIAL_HAS_CUBLAS
// The answer goes where the handle's pointer mode says.
inline void cublas_dot(cublasHandle_t handle, std::int64_t n, const float* a, const float* b, float* result) {
  CUBLAS_CHECK(cublasSdot_64(handle, n, a, 1, b, 1, result));
}
inline void cublas_dot(cublasHandle_t handle, std::int64_t n, const double* a, const double* b,
                       double* result) {
  CUBLAS_CHECK(cublasDdot_64(handle, n, a, 1, b, 1, result));
}

/// Two rows: the result left on the device, and the result on the host. `a`, `b`: the vectors of `in` on the device.
template <typename T>
void measure_cublas_dot(tutorial::Program& program, const Dot<T>& in, const T* a, const T* b) {
  if (in.data == tutorial::Data::denormal) {
    program.left_out("cublasSdot and cublasDdot", "a library may take denormal numbers for 0");
    return;
  }
  // Its grid is its own: eight times our bound leaves room for fewer threads with longer walks.
  const auto check = [&](T got) { return in.check_total(got, 8 * in.roundings(in.blocks)); };
  const std::string name = std::is_same_v<T, float> ? "cublasSdot" : "cublasDdot";
  tutorial::DeviceBuffer<T> result(1);
  tutorial::Cublas handle;

  tutorial::Case kernel = in.row(name);
  kernel.peer = true;
  CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  program.measure(
      kernel, [&] { cublas_dot(handle, in.n, a, b, result.data()); },
      [&] { return check(result.to_host()[0]); });

  tutorial::Case end_to_end = in.end_to_end_row(name);
  end_to_end.peer = true;
  T on_host{};
  CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  program.measure_end_to_end(
      end_to_end, [&] { cublas_dot(handle, in.n, a, b, &on_host); }, [&] { return check(on_host); });
}

/// cuBLAS by the means of dot_graph: captured in a graph, the result written to mapped memory, a host that looks.
/// cuBLAS writes the bare number, so "not there yet" is a number that is not the result.
template <typename T>
void measure_cublas_graph(tutorial::Program& program, const Dot<T>& in, const T* a, const T* b) {
  if (in.data == tutorial::Data::denormal) return;  // measure_cublas_dot says why
  const auto check = [&](T got) { return in.check_total(got, 8 * in.roundings(in.blocks)); };
  MappedMemory<T> result(1);
  tutorial::Cublas handle;
  tutorial::DeviceBuffer<char> workspace(4 << 20);  // a library that allocates cannot be captured
  CapturedGraph captured;
  CUBLAS_CHECK(cublasSetStream(handle, captured.stream));
  CUBLAS_CHECK(cublasSetWorkspace(handle, workspace.data(), workspace.size()));
  CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  cublas_dot(handle, in.n, a, b, result.device());  // the first call prepares
  CUDA_CHECK(cudaStreamSynchronize(captured.stream));
  const T absent = static_cast<T>(-1) - *result.host();
  CUDA_CHECK(cudaStreamBeginCapture(captured.stream, cudaStreamCaptureModeThreadLocal));
  cublas_dot(handle, in.n, a, b, result.device());
  captured.end_capture();

  tutorial::Case row = in.end_to_end_row(std::is_same_v<T, float> ? "cublasSdot in a graph, the host looks"
                                                                  : "cublasDdot in a graph, the host looks");
  row.peer = true;
  const std::atomic_ref<T> there(*result.host());
  program.measure_end_to_end(
      row,
      [&] {
        there.store(absent, std::memory_order_relaxed);
        CUDA_CHECK(cudaGraphLaunch(captured.executable, captured.stream));
        wait_while(there, absent, captured.stream);
      },
      [&] { return check(*result.host()); });
  CUDA_CHECK(cudaStreamSynchronize(captured.stream));
}
#else
template <typename T>
void measure_cublas_graph(tutorial::Program&, const Dot<T>&, const T*, const T*) {}

template <typename T>
void measure_cublas_dot(tutorial::Program& program, const Dot<T>&, const T*, const T*) {
  program.left_out("cublasSdot and cublasDdot", "this build has no cuBLAS");
}
#endif

}  // namespace ch06
