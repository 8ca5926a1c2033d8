#pragma once

#include <cstddef>

#include "cudasim/driver_types.hpp"
#include "sim/runtime/observer.hpp"

namespace cudasim {

/// Streams created and not destroyed.
std::size_t stream_count();

/// Whether this is one of the default streams or a stream that lives.
bool valid_stream(cudaStream_t stream);
/// As observers know it. The stream is valid.
StreamName stream_name(cudaStream_t stream);

/// A stream for a branch of an executable graph, which no program sees.
cudaStream_t lend_branch(cudaGraphExec_t graph);
void give_branch_back(cudaStream_t branch);
/// What observers know the end of a step of a graph by: no event of the program's.
inline cudaEvent_t name_event(const void* step) {
  return reinterpret_cast<cudaEvent_t>(const_cast<void*>(step));
}

}  // namespace cudasim
