// One thread allocates for its block, and all of them free it.
// expect-hazard: bad-free a a
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void turn(int* x) {
  __shared__ int* copy;
  if (threadIdx.x == 0) copy = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  copy[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  free(copy);  // @a
}

int main() {
  const int n = 64;
  int x[n];
  int* d_x;
  for (int i = 0; i < n; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  turn<<<1, n>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return x[0] == n - 1 ? 0 : 1;
}
