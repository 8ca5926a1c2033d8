// What all programs of the lens's corpus share.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

/// Ends the program with 1 if a call of the runtime fails.
#define CHECK(call)                                                                             \
  do {                                                                                          \
    const cudaError_t check_error = (call);                                                     \
    if (check_error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(check_error)); \
      std::exit(1);                                                                             \
    }                                                                                           \
  } while (false)
