// precompiled.cmake: the same for the lens.
#define CUDASIM_LENS 1
#include "cmake/precompiled_sim.hpp"
