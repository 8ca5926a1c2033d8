// A stream made with cudaStreamNonBlocking works on variables that copies to and from symbols touch: in the default stream, where
// cudaMemcpyToSymbol from pageable memory may return before the data are in place, and in a second stream.
// expect-hazard: race-stream to k
// expect-hazard: race-stream async k
// expect-hazard: race-stream from k
// expect-hazard: race-stream constant k
// expect-hazard: race-stream async from
// expect-words: cudaMemcpyToSymbol
// expect-exit: 3
#include "../lens_check.hpp"

__constant__ int factor;
__device__ int weights[64];
__device__ int total;

__global__ void add() {
  atomicAdd(&total, factor * weights[threadIdx.x]);  // @k
}

int main() {
  const int n = 64, three = 3, zero = 0;
  int host[n], *result;
  for (int& each : host) each = 1;
  cudaStream_t own, other;
  CHECK(cudaMallocHost(&result, sizeof(int)));
  CHECK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(cudaMemcpyToSymbol(weights, host, sizeof(host)));                                         // @to
  CHECK(cudaMemcpyToSymbolAsync(factor, &three, sizeof(int), 0, cudaMemcpyHostToDevice, other));  // @constant
  CHECK(cudaMemcpyToSymbolAsync(total, &zero, sizeof(int)));                                      // @async
  add<<<1, n, 0, own>>>();
  CHECK(cudaMemcpyFromSymbolAsync(result, total, sizeof(int), 0, cudaMemcpyDeviceToHost, other));  // @from
  CHECK(cudaDeviceSynchronize());
  const bool right = *result == 3 * n;
  CHECK(cudaFreeHost(result));
  CHECK(cudaStreamDestroy(own));
  CHECK(cudaStreamDestroy(other));
  return right ? 0 : 1;
}
