#include "sim/lens/stream_wording.hpp"

namespace cudasim::lens {

const char* stream_cause(const Finding& finding) {
  if (finding.overlaps)
    return "cudaLaunchAttributeProgrammaticStreamSerialization lets the launch begin before the kernel ahead "
           "has ended, and what that kernel has written need not be in place. Call "
           "cudaGridDependencySynchronize() (griddepcontrol.wait) before the first access to what both "
           "touch.";
  if (finding.in_graph)
    return "a dependency left out, or in a capture an event: nodes with no path between them run at "
           "once. Name the first among the second's dependencies (cudaGraphAddDependencies), or record "
           "an event behind the first while capturing and let the other stream wait for it "
           "(cudaStreamWaitEvent).";
  if (finding.first.does != nullptr || finding.second.does != nullptr)
    return "memory of cudaMallocAsync is there for work that comes behind that call in its stream, and "
           "until cudaFreeAsync in that stream. Record an event behind the call or the last use "
           "(cudaEventRecord) and let the other stream wait for it (cudaStreamWaitEvent).";
  if (finding.by_default_stream)
    return "trust that a copy or fill has ended when its call returns. cudaMemset may go on, and so may "
           "cudaMemcpyToSymbol and cudaMemcpy from pageable host memory or within the device; a stream made "
           "with cudaStreamNonBlocking does not wait for the default stream. Copy in the stream that uses "
           "the "
           "data (cudaMemcpyAsync), or call cudaDeviceSynchronize() in front of the launch.";
  return "trust that what is launched first ends first: streams run at once, and one made with "
         "cudaStreamNonBlocking does not wait for the default stream either. Record an event behind the "
         "first (cudaEventRecord) and let the other stream wait for it (cudaStreamWaitEvent), or use one "
         "stream.";
}

}  // namespace cudasim::lens
