// The host looks at page-locked memory that a copy from a symbol is still to fill: the form that ends in Async has not waited.
// expect-hazard: not-waited-for host copy
// expect-exit: 3
#include "../lens_check.hpp"

__device__ int counts[64];

__global__ void count() { counts[threadIdx.x] = 1; }

int main() {
  const std::size_t half = 32 * sizeof(int);
  int* host;
  cudaStream_t stream;
  CHECK(cudaMallocHost(&host, half));
  CHECK(cudaStreamCreate(&stream));
  count<<<1, 64, 0, stream>>>();
  CHECK(cudaMemcpyFromSymbolAsync(host, counts, half, half, cudaMemcpyDeviceToHost, stream));  // @copy
  const bool right = host[31] == 1;                                                            // @host
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaFreeHost(host));
  CHECK(cudaStreamDestroy(stream));
  return right ? 0 : 1;
}
