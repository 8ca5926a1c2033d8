// The exercise "From register to register".
#pragma once

#include <cuda_runtime.h>

constexpr int warp_size = 32;

/// partial[b] = in[b * block] + in[b * block + 1] + ..., the sum of block b's elements, as far as they
/// exist. There are ceil(n / block) partial sums. in: n elements, partial: the partial sums, both in device
/// memory; block: threads per block, a multiple of 32 from 32 to 1024.
void block_sums(const int* in, int* partial, int n, int block);
