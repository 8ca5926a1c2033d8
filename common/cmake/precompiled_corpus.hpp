// precompiled.cmake: what the translator puts before the lens's corpus programs, and what they all begin with.
#define CUDASIM_LENS       1
#define CUDASIM_TRANSLATED 1
#define __CUDACC__         1
#include <cuda_runtime.h>
