// Launches that may begin before the previous kernel has ended: each thread waits for it, one thread waits for its block, a kernel touches
// no data of the previous one, and a later one is launched without the attribute.
// expect-exit: 0
#include "../lens_check.hpp"
#include "../overlapping_launch.hpp"

constexpr int n = 256;

__global__ void fill(int* x, int value) {
  x[threadIdx.x] = value;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void add(const int* x, int* y) {
  __shared__ int first;
  if (threadIdx.x == 0) first = 1;
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
  y[threadIdx.x] = x[threadIdx.x] + (threadIdx.x == 0 ? first : 0);
}
__global__ void add_by_one(const int* x, int* y) {
  asm volatile("griddepcontrol.launch_dependents;");
  if (threadIdx.x == 0) asm volatile("griddepcontrol.wait;" ::: "memory");
  __syncthreads();
  y[threadIdx.x] += x[threadIdx.x];
}
__global__ void plain(const int* x, int* y) { y[threadIdx.x] += x[threadIdx.x]; }

int main() {
  int *x, *y, *z, host[n];
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  for (int** each : {&x, &y, &z}) CHECK(cudaMalloc(each, n * sizeof(int)));
  const int* in = x;
  for (cudaStream_t in_stream : {static_cast<cudaStream_t>(nullptr), stream}) {
    fill<<<1, n, 0, in_stream>>>(x, 2);
    CHECK(launch_overlapping(in_stream, true, n, add, in, y));
    CHECK(launch_overlapping(in_stream, true, n, add_by_one, in, y));
    CHECK(launch_overlapping(in_stream, true, n, fill, z, 5));
    CHECK(launch_overlapping(in_stream, false, n, plain, in, y));
    plain<<<1, n, 0, in_stream>>>(z, y);
    CHECK(cudaMemsetAsync(z, 0, n * sizeof(int), in_stream));
    // Behind a fill, not a kernel: comes after it as a whole.
    CHECK(launch_overlapping(in_stream, true, n, fill, z, 5));
    CHECK(cudaMemcpyAsync(host, y, sizeof(host), cudaMemcpyDeviceToHost, in_stream));
    CHECK(cudaStreamSynchronize(in_stream));
    if (host[0] != 12 || host[n - 1] != 11) return 1;
  }
  for (int* each : {x, y, z}) CHECK(cudaFree(each));
  CHECK(cudaStreamDestroy(stream));
  return 0;
}
