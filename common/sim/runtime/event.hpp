#pragma once

#include <cstddef>

#include "cudasim/driver_types.hpp"

namespace cudasim {

/// Number of events created and not destroyed.
std::size_t event_count();

bool valid_event(cudaEvent_t event);
/// Whether it was ever recorded. The event must be valid.
bool is_recorded(cudaEvent_t event);
/// Waits for the launch that goes on, if the event comes after it. The event must be valid.
cudaError_t finish_launch_before(cudaEvent_t event);

}  // namespace cudasim
