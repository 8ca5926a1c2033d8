// The built-in variables of device code. Ordinary thread-local objects, not macros: host code uses the same
// names.
#pragma once

#include "cudasim/types.hpp"

/// Index of the calling device thread in its block; undefined outside a kernel, as are the other three.
extern __thread uint3 threadIdx;
/// Index of the calling thread's block in the grid.
extern __thread uint3 blockIdx;
/// Threads of a block.
extern __thread dim3 blockDim;
/// Blocks of the grid.
extern __thread dim3 gridDim;

/// Lanes of a warp.
constexpr int warpSize = 32;
