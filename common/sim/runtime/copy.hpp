#pragma once

#include <cstddef>

#include "cudasim/driver_types.hpp"

namespace cudasim {

/// Checks the sides of a copy against its direction: cudaErrorInvalidMemcpyDirection for a direction that is
/// none, cudaErrorInvalidValue for a range that is not on the side the direction says.
cudaError_t check_copy(const void* to, std::size_t to_bytes, const void* from, std::size_t from_bytes,
                       cudaMemcpyKind kind);

}  // namespace cudasim
