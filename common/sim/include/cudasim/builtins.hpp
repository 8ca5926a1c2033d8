// The built-in variables of device code. Ordinary thread-local objects, not macros: host code uses the same
// names.
#pragma once

#include "cudasim/types.hpp"

// The lens need not see them read: it records nothing about constants.
#ifdef CUDASIM_LENS
#define CUDASIM_BUILTIN extern __thread const
#else
#define CUDASIM_BUILTIN extern __thread
#endif

/// Index of the calling device thread in its block; undefined outside a kernel, as are the other three.
CUDASIM_BUILTIN uint3 threadIdx;
/// Index of the calling thread's block in the grid.
CUDASIM_BUILTIN uint3 blockIdx;
/// Threads of a block.
CUDASIM_BUILTIN dim3 blockDim;
/// Blocks of the grid.
CUDASIM_BUILTIN dim3 gridDim;
#undef CUDASIM_BUILTIN

/// Lanes of a warp.
constexpr int warpSize = 32;
