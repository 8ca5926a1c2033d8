// The exercise "Right by luck".
#pragma once

#include <cuda_runtime.h>

/// Threads a block.
constexpr int block_size = 128;

/// For each block b of 128 elements: sum[b] is their sum, above[b] the number of those that are greater
/// than their mean. An element that does not exist counts as 0; the sum of a block that lacks some is not
/// negative. in: n elements, sum and above: ceil(n / 128) elements, all in device memory.
void sums_and_above(const int* in, int* sum, int* above, int n);
