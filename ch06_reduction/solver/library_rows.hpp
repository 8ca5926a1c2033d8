#pragma once

#include <cstdint>

#include "captured_graph.hpp"
#include "solver/library_cg.hpp"

/// The library calls as rows of the table.
namespace ch06 {

/// The row of the libraries with scalars on the host.
template <typename T>
void measure_library_host(tutorial::Program& program, const PoissonSystem<T>& system, const Csr<T>& a,
                          DeviceCsr<T>& d_a, SolverState<T>& s, double bytes) {
#if TUTORIAL_HAS_CUSPARSE && TUTORIAL_HAS_CUBLAS
  if (a.rows == 0)
    return program.left_out("cuSPARSE and cuBLAS", "cuSPARSE refuses a matrix without entries");
  LibraryCg<T> library(a, d_a, s);
  tutorial::Case row = system.row("cuSPARSE and cuBLAS, scalars on the host", bytes);
  row.peer = true;
  s.poison();
  program.measure_end_to_end(
      row, [&] { library.with_host_scalars(system.iterations); },
      [&] { return system.check(s.x.to_host(), s.r.to_host()); });
#else
  static_cast<void>(system), static_cast<void>(a), static_cast<void>(d_a), static_cast<void>(s);
  static_cast<void>(bytes);
  program.left_out("cuSPARSE and cuBLAS", "the libraries are not part of this build");
#endif
}

/// The row of the libraries with all iterations in one graph.
template <typename T>
void measure_library_graph(tutorial::Program& program, const PoissonSystem<T>& system, const Csr<T>& a,
                           DeviceCsr<T>& d_a, SolverState<T>& s, double bytes) {
#if TUTORIAL_HAS_CUSPARSE && TUTORIAL_HAS_CUBLAS
  if (a.rows == 0 || system.iterations == 0)
    return program.left_out("cuSPARSE and cuBLAS", "there is nothing to do");
  LibraryCg<T> library(a, d_a, s);
  CapturedGraph graph;
  s.poison();
  library.start(graph.stream);
  library.iterate(graph.stream);  // what the libraries allocate, they allocate now
  CUDA_CHECK(cudaStreamSynchronize(graph.stream));
  CUDA_CHECK(cudaStreamBeginCapture(graph.stream, cudaStreamCaptureModeThreadLocal));
  for (std::int64_t k = 0; k < system.iterations; ++k) library.iterate(graph.stream);
  graph.end_capture();

  tutorial::Case row = system.row("cuSPARSE and cuBLAS, in one graph", bytes);
  row.peer = true;
  s.poison();
  program.measure_end_to_end(
      row,
      [&] {
        library.start(graph.stream);
        CUDA_CHECK(cudaGraphLaunch(graph.executable, graph.stream));
        CUDA_CHECK(cudaStreamSynchronize(graph.stream));
      },
      [&] { return system.check(s.x.to_host(), s.r.to_host()); });
#else
  static_cast<void>(system), static_cast<void>(a), static_cast<void>(d_a), static_cast<void>(s);
  static_cast<void>(bytes);
  program.left_out("cuSPARSE and cuBLAS", "the libraries are not part of this build");
#endif
}

}  // namespace ch06
