// precompiled.cmake: what the translator puts before a program, then what most programs include.
#define CUDASIM_TRANSLATED 1
#define __CUDACC__         1
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"
