#pragma once

#include "cudasim/driver_types.hpp"

namespace cudasim {

bool valid_event(cudaEvent_t event);

}  // namespace cudasim
