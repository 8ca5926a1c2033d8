// Copies to and from symbols that a kernel in a non-blocking stream uses: in its stream, after an event, after a wait of the host, on
// the variable's other half, from page-locked memory without Async, and beside a stream that waits for the default stream.
// expect-exit: 0
#include "../lens_check.hpp"

__constant__ int factor;
__device__ int weights[64];
__device__ int total;

__global__ void add(int first) { atomicAdd(&total, factor * weights[first + threadIdx.x]); }

int main() {
  const int n = 32, three = 3;
  int ones[n], result = 0, late = 0, *pinned;
  for (int& each : ones) each = 1;
  cudaStream_t own, other, blocking;
  cudaEvent_t copied;
  CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
  for (int i = 0; i < n; ++i) pinned[i] = 2;
  CHECK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(cudaStreamCreate(&blocking));
  CHECK(cudaEventCreate(&copied));

  CHECK(cudaMemcpyToSymbolAsync(factor, &three, sizeof(int), 0, cudaMemcpyHostToDevice, other));
  CHECK(cudaEventRecord(copied, other));
  CHECK(cudaStreamWaitEvent(own, copied, 0));
  CHECK(cudaMemcpyToSymbolAsync(weights, ones, sizeof(ones), 0, cudaMemcpyHostToDevice, own));
  CHECK(cudaMemcpyToSymbolAsync(weights, ones, sizeof(ones), sizeof(ones), cudaMemcpyHostToDevice, other));
  add<<<1, n, 0, own>>>(0);
  CHECK(cudaMemcpyFromSymbolAsync(&result, total, sizeof(int), 0, cudaMemcpyDeviceToHost, own));
  CHECK(cudaStreamSynchronize(other));
  CHECK(cudaMemcpyToSymbol(weights, pinned, n * sizeof(int)));  // page-locked: done when it returns
  add<<<1, n, 0, own>>>(0);
  CHECK(cudaStreamSynchronize(own));
  CHECK(cudaMemcpyToSymbol(weights, ones, sizeof(ones)));
  add<<<1, n, 0, blocking>>>(0);
  CHECK(cudaMemcpyFromSymbol(&late, total, sizeof(int)));

  CHECK(cudaEventDestroy(copied));
  for (cudaStream_t each : {own, other, blocking}) CHECK(cudaStreamDestroy(each));
  CHECK(cudaFreeHost(pinned));
  return result == 3 * n && late == 3 * n * 4 ? 0 : 1;
}
