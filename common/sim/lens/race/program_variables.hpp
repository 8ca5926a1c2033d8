// Which of the program's own variables host code touches, and which of them kernels do. On a GPU, the device's copy of a __device__ variable is separate
// from the host variable of the same name; here they are the same.
#pragma once

#include "sim/lens/race/checker.hpp"

namespace cudasim::lens {

/// For variables that are not __managed__. May be called by several OS threads at once.
void note_variable_of_host(const Access& access);
void note_variable_of_kernel(const Access& access);

/// Called once, at the end: reports variables that both host code and kernels have accessed.
void report_shared_variables();

}  // namespace cudasim::lens
