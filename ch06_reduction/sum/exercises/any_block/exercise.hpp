// The exercise "Blocks that cannot be halved".
#pragma once

#include <cuda_runtime.h>

/// partial[b] = in[b * block] + in[b * block + 1] + ..., the sum of block b's elements, as far as they
/// exist. There are ceil(n / block) partial sums. in: n elements, partial: the partial sums, both in device
/// memory; block: threads per block, any number from 1 to 1024. Each block has exactly so many.
void block_sums(const int* in, int* partial, int n, int block);
