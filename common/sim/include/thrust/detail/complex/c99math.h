// One of the few headers of Thrust that ask which compiler this is: the answer here is a host compiler.
#pragma once

#include "cudasim/without_cudacc_begin.hpp"

#include_next <thrust/detail/complex/c99math.h>

#include "cudasim/without_cudacc_end.hpp"
