/* In the style of C89: declarations first, typedefs, macros, no namespaces. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include "exercise.hpp"

#define RADIUS       radius
#define BLOCK        256
#define WIDTH        (BLOCK + 2 * RADIUS)
#define DIV_UP(a, b) (((a) + (b)-1) / (b))
#define CUDA_CALL(x)                                  \
  do {                                                \
    if ((x) != cudaSuccess) {                         \
      printf("Error at %s:%d\n", __FILE__, __LINE__); \
      exit(1);                                        \
    }                                                 \
  } while (0)

typedef unsigned int uint;
typedef struct signal_s {
  const float* data;
  uint length;
} signal_t;

__constant__ float c_weights[2 * RADIUS + 1];

__device__ static float fetch(const signal_t* signal, int at) {
  if (at < 0 || at >= (int)signal->length) return 0.0f;
  return signal->data[at];
}

__global__ void smooth_signal(signal_t signal, float* result) {
  __shared__ float cache[WIDTH];
  int gid, lid, k;
  float acc;

  gid = blockIdx.x * blockDim.x + threadIdx.x;
  lid = threadIdx.x + RADIUS;
  cache[lid] = fetch(&signal, gid);
  if (threadIdx.x < RADIUS) {
    cache[lid - RADIUS] = fetch(&signal, gid - RADIUS);
    cache[lid + BLOCK] = fetch(&signal, gid + BLOCK);
  }
  __syncthreads();
  if (gid < (int)signal.length) {
    acc = 0.0f;
    for (k = -RADIUS; k <= RADIUS; k++) acc += c_weights[k + RADIUS] * cache[lid + k];
    result[gid] = acc;
  }
}

void smooth(const float* in, float* out, unsigned count) {
  float weights[2 * RADIUS + 1];
  signal_t signal;
  int k;

  if (count == 0) return;
  for (k = 0; k < 2 * RADIUS + 1; k++) weights[k] = weight(k - RADIUS);
  CUDA_CALL(cudaMemcpyToSymbol(c_weights, weights, sizeof(weights)));
  assert(block_size == BLOCK);
  signal.data = in;
  signal.length = count;
  smooth_signal<<<DIV_UP(count, BLOCK), BLOCK>>>(signal, out);
  CUDA_CALL(cudaGetLastError());
  CUDA_CALL(cudaDeviceSynchronize());
}
