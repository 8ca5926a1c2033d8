// The exercise "Find your element".
#pragma once

#include <cuda_runtime.h>

/// Numbers the elements: out[i] = i, for i in [0, blocks * threads), with `blocks` blocks of `threads` threads.
void number_all(int* out, int blocks, int threads);
