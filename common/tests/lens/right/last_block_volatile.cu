// The last block reads the others' parts with all its threads: volatile reads after the ticket, a fence
// before it, a barrier between.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 32, blocks = 32;

__device__ unsigned finished = 0;

__global__ void largest(const float* x, volatile float* parts, float* result) {
  float own = x[blockIdx.x * threads + threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    own = fmaxf(own, __shfl_xor_sync(0xffffffffu, own, distance));
  __shared__ unsigned ticket;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = own;
    __threadfence();
    ticket = atomicInc(&finished, gridDim.x - 1);
  }
  __syncthreads();
  if (ticket != gridDim.x - 1) return;
  own = parts[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    own = fmaxf(own, __shfl_xor_sync(0xffffffffu, own, distance));
  if (threadIdx.x == 0) *result = own;
}

int main() {
  const int n = threads * blocks;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i * 37 % n);
  float result = 0;
  float *d_x, *d_parts, *d_result;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_parts, blocks * sizeof(float)));
  CHECK(cudaMalloc(&d_result, sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  largest<<<blocks, threads>>>(d_x, d_parts, d_result);
  CHECK(cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_parts));
  CHECK(cudaFree(d_result));
  return result == static_cast<float>(n - 1) ? 0 : 1;
}
