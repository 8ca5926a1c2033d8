// Streams made with cudaStreamNonBlocking find their data in place: the copy came from page-locked memory, or was made in the
// stream that uses it, or was waited for; a copy from pageable memory waits for what the default stream did before. A stream
// that is not of that kind waits for the default stream implicitly.
// expect-exit: 0
#include "../lens_check.hpp"

#include <vector>

__global__ void add(const int* x, int* total) { atomicAdd(total, x[threadIdx.x]); }
__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  const int n = 64;
  const std::vector<int> host(n, 1);
  int *locked, *x, *y, *total;
  int result = 0;
  cudaStream_t own, blocking;
  CHECK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
  CHECK(cudaStreamCreate(&blocking));
  CHECK(cudaMallocHost(&locked, n * sizeof(int)));
  for (int i = 0; i < n; ++i) locked[i] = 1;
  for (int** each : {&x, &y, &total}) CHECK(cudaMalloc(each, n * sizeof(int)));
  CHECK(cudaMemset(total, 0, sizeof(int)));
  fill<<<1, n>>>(y);
  CHECK(cudaMemcpy(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  add<<<1, n, 0, own>>>(y, total);  // the copy has waited for what is before it, not for itself
  CHECK(cudaStreamSynchronize(own));

  CHECK(cudaMemcpy(x, locked, n * sizeof(int), cudaMemcpyHostToDevice));
  add<<<1, n, 0, own>>>(x, total);
  CHECK(cudaMemcpyAsync(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, own));
  add<<<1, n, 0, own>>>(x, total);
  CHECK(cudaStreamSynchronize(own));

  CHECK(cudaMemcpy(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  add<<<1, n, 0, blocking>>>(x, total);
  CHECK(cudaMemcpy(y, x, n * sizeof(int), cudaMemcpyDeviceToDevice));
  CHECK(cudaDeviceSynchronize());
  add<<<1, n, 0, own>>>(y, total);
  CHECK(cudaStreamSynchronize(own));
  CHECK(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
  for (int* each : {x, y, total}) CHECK(cudaFree(each));
  CHECK(cudaFreeHost(locked));
  CHECK(cudaStreamDestroy(own));
  CHECK(cudaStreamDestroy(blocking));
  return result == 5 * n ? 0 : 1;
}
