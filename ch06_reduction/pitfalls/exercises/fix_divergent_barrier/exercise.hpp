// The exercise "The barrier in the branch".
#pragma once

#include <cuda_runtime.h>

/// Threads a block.
constexpr int block_size = 128;

/// partial[b] = the sum of a[i] * b[i] over the 128 elements of block b, as far as they exist. a, b: n
/// elements, partial: ceil(n / 128) elements, all in device memory.
void partial_dots(const int* a, const int* b, int* partial, int n);
