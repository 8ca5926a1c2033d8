// Macros of several lines, a string and a comment that continue in the next line.
#include <cstdio>
#include <cstdlib>

#include "exercise.hpp"

#define DIE_ON_ERROR(call)                           \
  do {                                               \
    cudaError_t e = (call);                          \
    if (e != cudaSuccess) {                          \
      fprintf(stderr,                                \
              "%s failed in line %d: %s\
 (the program ends here)\n",                         \
              #call, __LINE__, cudaGetErrorName(e)); \
      exit(EXIT_FAILURE);                            \
    }                                                \
  } while (0)

enum { TILE = 32 };

/* in \
   out */
__global__ void turn(float const* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[TILE * (TILE + 1)];
  unsigned r = blockIdx.y * TILE, c = blockIdx.x * TILE;
  for (unsigned y = threadIdx.y; y < TILE; y += blockDim.y)
    if (r + y < rows && c + threadIdx.x < cols)
      tile[y * (TILE + 1) + threadIdx.x] = in[(size_t)(r + y) * cols + c + threadIdx.x];
  __syncthreads();
  for (unsigned y = threadIdx.y; y < TILE; y += blockDim.y)
    if (c + y < cols && r + threadIdx.x < rows)
      out[(size_t)(c + y) * rows + r + threadIdx.x] = tile[threadIdx.x * (TILE + 1) + y];
}

void transpose(float const* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  turn<<<dim3((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE), dim3(TILE, 16)>>>(in, out, rows, cols);
  DIE_ON_ERROR(cudaPeekAtLastError());
  DIE_ON_ERROR(cudaDeviceSynchronize());
}
