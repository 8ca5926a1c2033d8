// An asynchronous copy into page-locked memory returns at once: what the host reads is what was there before.
// expect-hazard: not-waited-for b a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) { x[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  const int n = 64;
  int *d_x, *x;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMallocHost(&x, n * sizeof(int)));
  number<<<1, n, 0, stream>>>(d_x);
  CHECK(cudaMemcpyAsync(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost, stream));  // @a
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && x[i] == i;  // @b
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaFreeHost(x));
  CHECK(cudaFree(d_x));
  CHECK(cudaStreamDestroy(stream));
  return right ? 0 : 1;
}
