#pragma once

#include <cstddef>

#include "cudasim/driver_types.hpp"
#include "sim/runtime/observer.hpp"

namespace cudasim {

/// Number of streams created and not destroyed.
std::size_t stream_count();

/// Whether this is a default stream or a live stream.
bool valid_stream(cudaStream_t stream);
/// The number by which observers know it. The stream must be valid.
StreamName stream_name(cudaStream_t stream);

/// A stream for a branch of an executable graph; programs never see it.
cudaStream_t lend_branch(cudaGraphExec_t graph);
void give_branch_back(cudaStream_t branch);
/// The number by which observers know the end of a graph step: no event of the program.
inline cudaEvent_t name_event(const void* step) {
  return reinterpret_cast<cudaEvent_t>(const_cast<void*>(step));
}

}  // namespace cudasim
