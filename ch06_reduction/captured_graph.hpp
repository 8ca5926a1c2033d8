#pragma once

#include <cuda_runtime.h>

#include "tutorial/cuda_check.hpp"

namespace ch06 {

/// A stream of its own, and the launches that were captured in it, to be launched again as one. The simulator has no
/// graphs.
class CapturedGraph {
 public:
  /// @param work  launches into the stream that it gets. Arguments are taken as they are now
  template <typename Work>
  explicit CapturedGraph(const Work& work) {
    // [capture]
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    work(stream_);
    CUDA_CHECK(cudaStreamEndCapture(stream_, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&executable_, graph, 0));
    // [capture]
    CUDA_CHECK(cudaGraphDestroy(graph));
  }
  ~CapturedGraph() {
    static_cast<void>(cudaGraphExecDestroy(executable_));
    static_cast<void>(cudaStreamDestroy(stream_));
  }
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;

  void launch() { CUDA_CHECK(cudaGraphLaunch(executable_, stream_)); }
  cudaStream_t stream() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace ch06
