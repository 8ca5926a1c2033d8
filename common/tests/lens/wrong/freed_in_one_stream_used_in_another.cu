// A stream-ordered free in one stream, a kernel in another stream afterwards: the memory has gone back to
// the pool.
// expect-hazard: use-after-free a c
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

__global__ void copy(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x];  // @a
}

int main() {
  const int n = 64;
  int y[n];
  int *d_x, *d_y;
  cudaStream_t first, second;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreate(&second));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMallocAsync(&d_x, n * sizeof(int), first));
  fill<<<1, n, 0, first>>>(d_x, 9);
  CHECK(cudaFreeAsync(d_x, first));  // @c
  CHECK(cudaStreamSynchronize(first));
  copy<<<1, n, 0, second>>>(d_x, d_y);
  CHECK(cudaStreamSynchronize(second));
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_y));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  return y[0] == 9 && y[n - 1] == 9 ? 0 : 1;
}
