#include "sim/lens/report/stream_wording.hpp"

namespace cudasim::lens {

const char* stream_cause(const Finding& finding) {
  if (finding.overlaps)
    return "cudaLaunchAttributeProgrammaticStreamSerialization lets the launch start before the kernel ahead "
           "has ended, so the data of that kernel may not be written yet. Fix: call "
           "cudaGridDependencySynchronize() (griddepcontrol.wait) before the first access to what both "
           "touch.";
  if (finding.in_graph)
    return "a missing dependency, or in a capture a missing event: nodes with no path between them run "
           "concurrently. Fix: add the first to the dependencies of the second (cudaGraphAddDependencies), "
           "or, while capturing, record an event after the first and make the other stream wait for it "
           "(cudaStreamWaitEvent).";
  if (finding.first.does != nullptr || finding.second.does != nullptr)
    return "memory of cudaMallocAsync exists for work that follows the call in its stream, until "
           "cudaFreeAsync in that stream. Fix: record an event after the call, or after the last use "
           "(cudaEventRecord), and make the other stream wait for it (cudaStreamWaitEvent).";
  if (finding.by_default_stream)
    return "the call may return before the copy or fill is done: this holds for cudaMemset, "
           "cudaMemcpyToSymbol, and cudaMemcpy from pageable host memory or within the device; and a stream "
           "made with cudaStreamNonBlocking does not wait for the default stream. Fix: copy in the stream "
           "that uses the data (cudaMemcpyAsync), or call cudaDeviceSynchronize() before the launch.";
  return nullptr;
}

}  // namespace cudasim::lens
