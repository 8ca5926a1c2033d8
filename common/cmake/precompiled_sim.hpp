// precompiled.cmake: what the translator puts before a program, then the header that every program includes.
#define CUDASIM_TRANSLATED 1
#define __CUDACC__         1
#include <cuda_runtime.h>

#include "tutorial/tutorial.hpp"
