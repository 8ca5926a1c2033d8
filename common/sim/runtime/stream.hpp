#pragma once

#include "cudasim/driver_types.hpp"

namespace cudasim {

/// Whether this is one of the default streams or a stream that lives.
bool valid_stream(cudaStream_t stream);

}  // namespace cudasim
