// The exercise "Reduce anything".
#pragma once

#include <cuda_runtime.h>

/// Three reductions of a vector of n elements in device memory, each by one block of block_size threads.
/// Floats may be infinite, even all of them, but no element is NaN. 0 and -0 are equal.
constexpr int block_size = 256;

/// *largest = the largest element; INT_MIN for n = 0.
void largest(const int* in, int n, int* largest);

/// *magnitude = the largest |in[i]|; 0 for n = 0.
void largest_magnitude(const float* in, int n, float* magnitude);

/// *index = where the least element lies, the lowest index of several; -1 for n = 0.
void least_at(const float* in, int n, int* index);
