// The default stream copies and fills what a stream made with cudaStreamNonBlocking works on. The calls do not end in Async,
// but from pageable memory, within the device and for a fill they may return before the data are in place.
// expect-hazard: race-stream a k
// expect-hazard: race-stream b k
// expect-hazard: race-stream c k
// expect-hazard: race-stream d k
// expect-words: cudaMemcpy from pageable host memory
// expect-exit: 3
#include "../lens_check.hpp"

#include <vector>

__global__ void add(const int* x, const int* y, int* total) {
  atomicAdd(total, x[threadIdx.x] + y[threadIdx.x]);  // @k
}

int main() {
  const int n = 64;
  const std::vector<int> host(n, 1);
  int *x, *y, *total;
  int result = 0;
  cudaStream_t own;
  CHECK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
  for (int** each : {&x, &y, &total}) CHECK(cudaMalloc(each, n * sizeof(int)));
  CHECK(cudaMemcpy(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));  // @b
  CHECK(cudaMemcpy(y, x, n * sizeof(int), cudaMemcpyDeviceToDevice));          // @d
  CHECK(cudaMemset(total, 0, sizeof(int)));                                    // @a
  add<<<1, n, 0, own>>>(x, y, total);
  CHECK(cudaStreamSynchronize(own));
  CHECK(cudaMemcpy2D(y, n, host.data(), n, n, sizeof(int), cudaMemcpyHostToDevice));  // @c
  add<<<1, n, 0, own>>>(x, y, total);
  CHECK(cudaStreamSynchronize(own));
  CHECK(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
  for (int* each : {x, y, total}) CHECK(cudaFree(each));
  CHECK(cudaStreamDestroy(own));
  return result == 4 * n ? 0 : 1;
}
