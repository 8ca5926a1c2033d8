// The last block sets the ticket counter back with a plain write, as the sample of the CUDA toolkit does: all
// other tickets have been taken by then, and none is taken afterwards.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64, blocks = 8;

__device__ unsigned tickets;

__global__ void largest(const int* x, int* parts, int* result) {
  __shared__ int cache[threads];
  __shared__ bool is_last;
  cache[threadIdx.x] = x[blockIdx.x * threads + threadIdx.x];
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] = max(cache[threadIdx.x], cache[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = cache[0];
    __threadfence();
    is_last = atomicAdd(&tickets, 1u) == blocks - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    __threadfence();
    int found = parts[0];
    for (int b = 1; b < blocks; ++b) found = max(found, parts[b]);
    *result = found;
    tickets = 0;
  }
}

int main() {
  const int n = threads * blocks;
  std::vector<int> x(n);
  int result = 0;
  for (int i = 0; i < n; ++i) x[i] = i * 37 % n;
  int *d_x, *d_parts, *d_result;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_parts, blocks * sizeof(int)));
  CHECK(cudaMalloc(&d_result, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int repeat = 0; repeat < 2; ++repeat) largest<<<blocks, threads>>>(d_x, d_parts, d_result);
  CHECK(cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_parts));
  CHECK(cudaFree(d_result));
  return result == n - 1 ? 0 : 1;
}
