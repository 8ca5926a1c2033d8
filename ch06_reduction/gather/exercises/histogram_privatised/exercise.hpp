// The exercise "One histogram per block".
#pragma once

#include <cuda_runtime.h>

/// Values go from 0 to bins - 1.
constexpr int bins = 100;

/// The grid of the launch.
constexpr int blocks = 8;
constexpr int block_size = 64;

/// Adds to count[b] how many of the n values are b, for 0 <= b < bins. Each block counts in its own shared
/// memory. in: n values, count: bins elements, both in device memory.
void add_histogram(const int* in, int n, unsigned* count);
