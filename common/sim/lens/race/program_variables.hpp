// Which of the program's own variables host code touches, and which of them kernels do. On a device a __device__ variable is another one
// than the variable of its name on the host; here they are one.
#pragma once

#include "sim/lens/race/checker.hpp"

namespace cudasim::lens {

/// Of variables that are not __managed__. May come from several OS threads at once.
void note_variable_of_host(const Access& access);
void note_variable_of_kernel(const Access& access);

/// Once, at the end: host code and kernels have touched the same.
void report_shared_variables();

}  // namespace cudasim::lens
