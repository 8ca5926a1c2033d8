#pragma once

#include <cstdint>
#include <string>

#include "captured_graph.hpp"
#include "solver/cg_device_scalars.cuh"

namespace ch06 {

/// Measures iterations that are captured once and launched from a graph, `in_graph` of them by each launch, a divisor of their
/// number.
/// `enqueue(k, stream)` launches iteration k of a graph.
template <typename T, typename Enqueue>
void measure_graph(tutorial::Program& program, const PoissonSystem<T>& system, SolverState<T>& s,
                   tutorial::Case row, std::int64_t in_graph, const Enqueue& enqueue) {
  const std::int64_t n = system.count();
  // [capture]
  CapturedGraph graph;
  if (in_graph > 0) {
    CUDA_CHECK(cudaStreamBeginCapture(graph.stream, cudaStreamCaptureModeThreadLocal));
    for (std::int64_t k = 0; k < in_graph; ++k) enqueue(k, graph.stream);
    graph.end_capture();
  }
  // [capture]

  s.poison();
  program.measure_end_to_end(
      row,
      [&] {
        start_on_device(s, n, program.block(), graph.stream);
        // [launch]
        for (std::int64_t k = 0; k < system.iterations; k += in_graph)
          CUDA_CHECK(cudaGraphLaunch(graph.executable, graph.stream));
        CUDA_CHECK(cudaStreamSynchronize(graph.stream));
        // [launch]
      },
      [&] { return system.check(s.x.to_host(), s.r.to_host()); });
}

}  // namespace ch06
