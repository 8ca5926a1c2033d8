#pragma once

#include <cuda_runtime.h>

#include "tutorial/cuda_check.hpp"

namespace ch06 {

/// Owns a stream, and the graph that its user captures in it, ready to be launched. (The default stream cannot be
/// captured.)
struct CapturedGraph {
  CapturedGraph() { CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
  ~CapturedGraph() {
    if (executable != nullptr) static_cast<void>(cudaGraphExecDestroy(executable));
    static_cast<void>(cudaStreamDestroy(stream));
  }
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;

  /// Ends the capture that was begun in `stream`, and makes the graph ready to be launched.
  void end_capture() {
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    const cudaError_t made = cudaGraphInstantiate(&executable, graph, 0);
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(made);
  }

  cudaStream_t stream = nullptr;
  cudaGraphExec_t executable = nullptr;
};

}  // namespace ch06
