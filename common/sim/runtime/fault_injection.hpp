// Faults on request: the n-th call of the runtime fails, so that a test can check how the program handles it.
//
//   CUDASIM_FAIL=N:cudaErrorUnknown   the N-th call, from 1, does nothing and returns this error; one that breaks a context stays
//   CUDASIM_CALLS=FILE                the name of each call, one per line, and at the end what the process has not freed
//
// Both apply to the process that finds them in its environment; child processes do not inherit them.
#pragma once

#include "cudasim/error.hpp"

namespace cudasim {

/// Counts a call of the runtime. Returns the error with which it must fail, or cudaSuccess.
cudaError_t enter_call(const char* name);

}  // namespace cudasim
