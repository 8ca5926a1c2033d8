// The last thread reads the shared slot after its own: the array has no such slot.
// expect-hazard: out-of-bounds a
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void differences(const int* x, int* y) {
  __shared__ int tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[threadIdx.x + 1] - tile[threadIdx.x];  // @a
}

int main() {
  std::vector<int> x(threads), y(threads);
  for (int i = 0; i < threads; ++i) x[i] = i * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  differences<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;  // the last difference is never used
  for (int i = 0; i + 1 < threads; ++i) right = right && y[i] == 2 * i + 1;
  return right ? 0 : 1;
}
