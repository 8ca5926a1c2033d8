// The exercise "Find your element".
#pragma once

#include <cuda_runtime.h>

/// Numbers the elements: out[i] = i, for i in [0, blocks * threads), with `blocks` blocks of `threads` threads. Each thread writes its
/// element into `out` itself. blocks: any number from 1 to 1,000,000; threads: any number from 1 to 1024.
void number_all(int* out, int blocks, int threads);
