// Blocks fetch their work from one queue: whichever block takes an item is its only writer.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void work_off(int* next, int* results, int items) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0) item = atomicAdd(next, 1);
    __syncthreads();
    const int own = item;
    __syncthreads();
    if (own >= items) return;
    results[own * blockDim.x + threadIdx.x] = own * 100 + static_cast<int>(threadIdx.x);
  }
}

int main() {
  const int items = 13, threads = 64;
  std::vector<int> results(items * threads);
  int *d_next, *d_results;
  CHECK(cudaMalloc(&d_next, sizeof(int)));
  CHECK(cudaMalloc(&d_results, results.size() * sizeof(int)));
  CHECK(cudaMemset(d_next, 0, sizeof(int)));
  work_off<<<4, threads>>>(d_next, d_results, items);
  CHECK(cudaMemcpy(results.data(), d_results, results.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_next));
  CHECK(cudaFree(d_results));
  bool right = true;
  for (int i = 0; i < items * threads; ++i) right = right && results[i] == i / threads * 100 + i % threads;
  return right ? 0 : 1;
}
