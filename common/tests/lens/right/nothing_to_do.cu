// An empty allocation and a null pointer go to a kernel that finds nothing to do; freeing null is allowed.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void add_up(const int* x, int n, int* sum) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&total, x[i]);
  __syncthreads();
  if (threadIdx.x == 0) *sum = total;
}

int main() {
  int sum = -1;
  int *d_x = nullptr, *d_sum;
  CHECK(cudaMalloc(&d_x, 0));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemcpy(d_x, &sum, 0, cudaMemcpyHostToDevice));
  add_up<<<1, 64>>>(d_x, 0, d_sum);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(nullptr));
  CHECK(cudaFree(d_sum));
  return sum == 0 ? 0 : 1;
}
