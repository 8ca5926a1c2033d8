// Two streams share a buffer: an event makes the second wait for the first one's write.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void number(int* x) { x[threadIdx.x] = static_cast<int>(threadIdx.x); }
__global__ void mirror(const int* x, int* y) { y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x]; }

int main() {
  const int n = 64;
  int y[n];
  int *d_x, *d_y;
  cudaStream_t first, second;
  cudaEvent_t written;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreate(&second));
  CHECK(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
  CHECK(cudaMallocAsync(&d_x, n * sizeof(int), first));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  number<<<1, n, 0, first>>>(d_x);
  CHECK(cudaEventRecord(written, first));
  CHECK(cudaStreamWaitEvent(second, written, 0));
  mirror<<<1, n, 0, second>>>(d_x, d_y);
  CHECK(cudaMemcpyAsync(y, d_y, sizeof(y), cudaMemcpyDeviceToHost, second));
  CHECK(cudaStreamSynchronize(second));
  CHECK(cudaFreeAsync(d_x, first));
  CHECK(cudaStreamSynchronize(first));
  CHECK(cudaFree(d_y));
  CHECK(cudaEventDestroy(written));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == n - 1 - i;
  return right ? 0 : 1;
}
