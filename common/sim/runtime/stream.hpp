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

}  // namespace cudasim
