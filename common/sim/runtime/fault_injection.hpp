// Faults on request: the n-th call of the runtime fails, so that a test can see what the program makes of it.
//
//   CUDASIM_FAIL=N:cudaErrorUnknown   the N-th call, from 1, does nothing and returns this error; one that breaks a context stays
//   CUDASIM_CALLS=FILE                the name of each call, a line each, and last what the process has not given back
//
// Both are of the process that finds them in its environment: what it starts does not inherit them.
#pragma once

#include "cudasim/error.hpp"

namespace cudasim {

/// Counts a call of the runtime. The error that it is to fail with, or cudaSuccess.
cudaError_t enter_call(const char* name);

}  // namespace cudasim
