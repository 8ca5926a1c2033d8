// Macros for the place in the grid.
#include <stdio.h>
#include <stdlib.h>
#include "exercise.hpp"

#define BLOCK_ID_IN_GRID  (blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y)
#define THREADS_PER_BLOCK (blockDim.x * blockDim.y * blockDim.z)
#define CHECK(call)                                                       \
  do {                                                                    \
    const cudaError_t error = call;                                       \
    if (error != cudaSuccess) {                                           \
      printf("Error: %s:%d, ", __FILE__, __LINE__);                       \
      printf("code: %d, reason: %s\n", error, cudaGetErrorString(error)); \
      exit(1);                                                            \
    }                                                                     \
  } while (0)

__global__ void NumberAll(int* out) {
  unsigned int tid = BLOCK_ID_IN_GRID * THREADS_PER_BLOCK + threadIdx.x;
  out[tid] = tid;
}

void number_all(int* out, int blocks, int threads) {
  dim3 grid(blocks, 1, 1);
  dim3 block(threads, 1, 1);
  NumberAll<<<grid, block>>>(out);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}
