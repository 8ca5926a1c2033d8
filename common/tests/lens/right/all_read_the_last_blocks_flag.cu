// The last of many blocks is found by a ticket, and all of its threads read the flag and the other blocks' sums. Each of
// these reads is ordered by fences and tickets; finding that out must not take longer with every block.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 256, blocks = 128;

__device__ unsigned tickets;

__global__ void total(const int* x, int* parts, int* result) {
  __shared__ int sums[threads];
  __shared__ bool is_last;
  sums[threadIdx.x] = x[blockIdx.x * threads + threadIdx.x];
  for (bool again : {false, true}) {
    if (again) sums[threadIdx.x] = threadIdx.x < blocks ? parts[threadIdx.x] : 0;
    for (unsigned half = threads / 2; half > 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (again) {
      if (threadIdx.x == 0) *result = sums[0];
      return;
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = sums[0];
    __threadfence();
    if (threadIdx.x == 0) is_last = atomicInc(&tickets, blocks) == blocks - 1;
    __threadfence();
    __syncthreads();
    if (!is_last) return;
  }
}

int main() {
  const int n = threads * blocks;
  std::vector<int> x(n);
  for (int i = 0; i < n; ++i) x[i] = i % 19;
  int expected = 0;
  for (int each : x) expected += each;
  int *device = nullptr, *parts = nullptr, *sum = nullptr, result = 0;
  CHECK(cudaMalloc(&device, n * sizeof(int)));
  CHECK(cudaMalloc(&parts, blocks * sizeof(int)));
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(cudaMemcpy(device, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  total<<<blocks, threads>>>(device, parts, sum);
  CHECK(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  CHECK(cudaFree(parts));
  CHECK(cudaFree(sum));
  return result == expected ? 0 : 1;
}
