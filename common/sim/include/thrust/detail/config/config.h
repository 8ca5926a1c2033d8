// Thrust's algorithms run on the host here: its C++ back end is chosen before its own configuration is read.
#pragma once

#ifndef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP
#endif

#include "cudasim/without_cudacc_begin.hpp"

#include_next <thrust/detail/config/config.h>

#include "cudasim/without_cudacc_end.hpp"

#include "cudasim/hidden_writes.hpp"

namespace cudasim::detail {

inline const bool memory_may_change_in_thrust = memory_may_change_unseen();

}  // namespace cudasim::detail
