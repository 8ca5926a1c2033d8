#pragma once

#include <cstddef>

#include "cudasim/driver_types.hpp"

namespace cudasim {

/// Events created and not destroyed.
std::size_t event_count();

bool valid_event(cudaEvent_t event);
/// Ever. The event is valid.
bool is_recorded(cudaEvent_t event);

}  // namespace cudasim
