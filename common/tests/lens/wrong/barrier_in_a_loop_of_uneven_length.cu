// Threads walk the loop a different number of times, and it contains a barrier: some wait in it, the others
// after it.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void staged_sum(const int* x, int* sum, int n) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&total, x[i]);
    __syncthreads();  // @a
  }
  __syncthreads();  // @b
  if (threadIdx.x == 0) *sum = total;
}

int main() {
  const int n = 100;
  int sum = 0;
  int *d_x, *d_sum;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemset(d_x, 0, n * sizeof(int)));
  staged_sum<<<1, 64>>>(d_x, d_sum, n);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  return sum == 0 ? 0 : 1;
}
