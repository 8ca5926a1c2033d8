// All threads draw from one generator, and each changes its state under the others: numbers repeat, on a device. The generators of
// the second kernel were never made with curand_init.
// expect-hazard: race-warp a a
// expect-hazard: uninitialized-global b
// expect-exit: 3
#include "../lens_check.hpp"

#include <curand_kernel.h>

__global__ void make(curandState* state) {
  if (threadIdx.x == 0) curand_init(1, 0, 0, state);
}
__global__ void draw_from_one(curandState* state, float* x) {
  x[threadIdx.x] = curand_uniform(state);  // @a
}
__global__ void draw(curandState* states, float* x) {
  x[threadIdx.x] += curand_uniform(&states[threadIdx.x]);  // @b
}

int main() {
  const int n = 32;
  float x[n];
  curandState *one, *own;
  float* d_x;
  CHECK(cudaMalloc(&one, sizeof *one));
  CHECK(cudaMalloc(&own, n * sizeof *own));
  CHECK(cudaMalloc(&d_x, sizeof x));
  make<<<1, n>>>(one);
  draw_from_one<<<1, n>>>(one, d_x);
  draw<<<1, n>>>(own, d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(one));
  CHECK(cudaFree(own));
  CHECK(cudaFree(d_x));
  for (const float each : x)
    if (!(each >= 0.0f && each <= 2.0f)) return 1;
  return 0;
}
