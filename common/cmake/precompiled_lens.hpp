// precompiled.cmake: precompiled_sim.hpp, as the lens's programs see it.
#define CUDASIM_LENS 1
#include "cmake/precompiled_sim.hpp"
