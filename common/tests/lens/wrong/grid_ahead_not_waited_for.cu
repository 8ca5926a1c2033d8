// Launches may begin before the previous kernel has ended (programmatic stream serialization). One reads what that kernel writes
// before it waits; in one a single thread waits, which no barrier joins with the others; one never waits and overwrites what is read.
// expect-hazard: race-stream fill early
// expect-hazard: race-stream fill other
// expect-hazard: race-stream other scratch
// expect-words: cudaGridDependencySynchronize
// expect-exit: 3
#include "../lens_check.hpp"
#include "../overlapping_launch.hpp"

constexpr int n = 256;

__global__ void fill(int* x, const int* weights) {
  x[threadIdx.x] = 1 + weights[threadIdx.x];  // @fill
}
__global__ void copy(const int* x, int* y) {
  const int value = x[threadIdx.x];  // @early
  cudaGridDependencySynchronize();
  y[threadIdx.x] = value;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void add(int* x, const int* y) {
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  x[threadIdx.x] = y[threadIdx.x] + 1;  // @other
}
__global__ void spoil(int* y) {
  y[threadIdx.x] = 7;  // @scratch
}

int main() {
  int *x, *y, *weights, host[n];
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  for (int** each : {&x, &y, &weights}) CHECK(cudaMalloc(each, n * sizeof(int)));
  CHECK(cudaMemset(weights, 0, n * sizeof(int)));
  fill<<<1, n>>>(x, weights);
  CHECK(launch_overlapping(nullptr, true, n, copy, static_cast<const int*>(x), y));
  CHECK(cudaMemcpy(host, y, sizeof(host), cudaMemcpyDeviceToHost));
  const bool right = host[n - 1] == 1;

  fill<<<1, n, 0, stream>>>(x, weights);
  CHECK(launch_overlapping(stream, true, n, add, x, static_cast<const int*>(y)));
  CHECK(launch_overlapping(stream, true, n, spoil, y));
  CHECK(cudaStreamSynchronize(stream));
  for (int* each : {x, y, weights}) CHECK(cudaFree(each));
  CHECK(cudaStreamDestroy(stream));
  return right ? 0 : 1;
}
