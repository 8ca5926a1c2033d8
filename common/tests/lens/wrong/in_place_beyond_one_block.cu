// An in-place tree over several blocks: __syncthreads orders the threads of one block, not the blocks.
// expect-hazard: race-global a a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void sum_in_place(int* x, int n) {
  const int i = blockIdx.x * threads + threadIdx.x;
  for (int half = n / 2; half > 0; half /= 2) {
    if (i < half) x[i] += x[i + half];  // @a
    __syncthreads();
  }
}

int main() {
  const int n = 1024;
  std::vector<int> x(n);
  int expected = 0, sum = 0;
  for (int i = 0; i < n; ++i) expected += x[i] = i % 13;
  int* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  sum_in_place<<<n / 2 / threads, threads>>>(d_x, n);
  CHECK(cudaMemcpy(&sum, d_x, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return sum == expected ? 0 : 1;
}
