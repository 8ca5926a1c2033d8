// precompiled.cmake: what the translator puts before a program, then what the header that every program includes has in it. Not random.hpp:
// the translator gives a program a copy of it, with a GPU's results for its shifts and casts.
#define CUDASIM_TRANSLATED 1
#define __CUDACC__         1
#include <cuda_runtime.h>

#include "tutorial/backend.hpp"
#include "tutorial/ceilings.hpp"
#include "tutorial/cuda_check.hpp"
#include "tutorial/device_attribute.hpp"
#include "tutorial/device_buffer.hpp"
#include "tutorial/occupancy.hpp"
#include "tutorial/parallel.hpp"
#include "tutorial/program.hpp"
#include "tutorial/timing.hpp"
#include "tutorial/verify.hpp"
