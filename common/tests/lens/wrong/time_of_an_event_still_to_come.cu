// The clock is asked for before the event has been waited for: the call returns cudaErrorNotReady on a device.
// expect-hazard: not-waited-for a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) { x[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  const int n = 64;
  int* d_x;
  float milliseconds = 0;
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaEventRecord(start));
  number<<<1, n>>>(d_x);
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));  // @a
  CHECK(cudaFree(d_x));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return milliseconds >= 0 ? 0 : 1;
}
