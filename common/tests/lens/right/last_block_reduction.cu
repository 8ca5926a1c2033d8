// Blocks read each other's sums in one launch: right, because each fences its sum before it takes a ticket
// atomically.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64, blocks = 8;

__device__ unsigned tickets;

__global__ void sum_all(const int* x, int* parts, int* total) {
  __shared__ int cache[threads];
  __shared__ bool is_last;
  cache[threadIdx.x] = x[blockIdx.x * threads + threadIdx.x];
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
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
    int sum = 0;
    for (int b = 0; b < blocks; ++b) sum += parts[b];
    *total = sum;
    atomicExch(&tickets, 0u);
  }
}

int main() {
  const int n = threads * blocks;
  std::vector<int> x(n);
  int expected = 0, total = 0;
  for (int i = 0; i < n; ++i) expected += x[i] = i % 19;
  int *d_x, *d_parts, *d_total;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_parts, blocks * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int repeat = 0; repeat < 2; ++repeat) sum_all<<<blocks, threads>>>(d_x, d_parts, d_total);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_parts));
  CHECK(cudaFree(d_total));
  return total == expected ? 0 : 1;
}
