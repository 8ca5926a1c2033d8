// Memory that one stream allocates is filled in another, and freed in the first while the other may still read it.
// expect-hazard: race-stream alloc fill
// expect-hazard: race-stream read free
// allow-hazard: race-stream alloc read
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) {
  x[threadIdx.x] = static_cast<int>(threadIdx.x);  // @fill
}
__global__ void mirror(const int* x, int* y) {
  y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x];  // @read
}

int main() {
  const int n = 64;
  int y[n];
  int *d_x, *d_y;
  cudaStream_t first, second;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreate(&second));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMallocAsync(&d_x, n * sizeof(int), first));  // @alloc
  number<<<1, n, 0, second>>>(d_x);
  CHECK(cudaStreamSynchronize(second));
  mirror<<<1, n, 0, second>>>(d_x, d_y);
  CHECK(cudaFreeAsync(d_x, first));  // @free
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_y));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == n - 1 - i;
  return right ? 0 : 1;
}
