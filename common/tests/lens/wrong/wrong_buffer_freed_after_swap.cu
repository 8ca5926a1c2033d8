// After an odd number of swaps the buffer that is freed early is the one with the result.
// expect-hazard: use-after-free a c
// expect-exit: 1|3
#include <utility>
#include <vector>

#include "../lens_check.hpp"

__global__ void step(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x] + 1; }

__global__ void finish(const int* from, int* sum) {
  atomicAdd(sum, from[threadIdx.x]);  // @a
}

int main() {
  const int n = 64;
  int sum = 0;
  int *d_now, *d_next, *d_sum;
  CHECK(cudaMalloc(&d_now, n * sizeof(int)));
  CHECK(cudaMalloc(&d_next, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemset(d_now, 0, n * sizeof(int)));
  CHECK(cudaMemset(d_sum, 0, sizeof(int)));
  int* const scratch = d_next;
  for (int i = 0; i < 3; ++i) {
    step<<<1, n>>>(d_now, d_next);
    std::swap(d_now, d_next);
  }
  CHECK(cudaFree(scratch));  // @c
  finish<<<1, n>>>(d_now, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_next));
  CHECK(cudaFree(d_sum));
  return sum == 3 * n ? 0 : 1;
}
