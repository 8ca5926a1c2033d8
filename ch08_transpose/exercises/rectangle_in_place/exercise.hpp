#pragma once

#include <cuda_runtime.h>

/// Transposes a matrix of rows x cols floats in device memory, row by row, where it lies: cols rows of rows
/// elements.
void transpose_in_place(float* matrix, unsigned rows, unsigned cols);

// There is no room for a second matrix.
#pragma GCC poison cudaMalloc cudaMallocAsync cudaMallocManaged cudaMallocPitch cudaMallocHost cudaHostAlloc
