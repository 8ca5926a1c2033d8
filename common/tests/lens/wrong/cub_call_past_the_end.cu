// A device-wide sum of one item more than was allocated, and a result that another stream reads before the sum is there.
// expect-hazard: out-of-bounds
// expect-hazard: race-stream a
// expect-exit: 1
#include <cub/cub.cuh>

#include "../lens_check.hpp"

constexpr int n = 1000;

__global__ void use(const int* sum, int* out) { *out = *sum; }  // @a

int main() {
  int *d_x, *d_sum, *d_out, out;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMalloc(&d_out, sizeof(int)));
  CHECK(cudaMemset(d_x, 0, n * sizeof(int)));
  CHECK(cudaMemset(d_sum, 0, sizeof(int)));
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  CHECK(cudaDeviceSynchronize());
  std::size_t bytes = 0;
  void* storage = nullptr;
  CHECK(cub::DeviceReduce::Sum(storage, bytes, d_x, d_sum, n + 1, first));
  CHECK(cudaMalloc(&storage, bytes));
  CHECK(cub::DeviceReduce::Sum(storage, bytes, d_x, d_sum, n + 1, first));
  use<<<1, 1, 0, second>>>(d_sum, d_out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  CHECK(cudaFree(storage));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  CHECK(cudaFree(d_out));
  return 1;
}
