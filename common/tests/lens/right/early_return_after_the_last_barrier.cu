// Threads return early, but no barrier follows: the remaining threads never wait for them.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void mirror_tiles(const int* x, int* y, int n) {
  __shared__ int tile[threads];
  const int base = blockIdx.x * threads, i = base + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];
  __syncthreads();
  if (i >= n) return;
  const int in_tile = min(threads, n - base);
  y[i] = tile[in_tile - 1 - threadIdx.x];
}

int main() {
  const int n = 100;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  mirror_tiles<<<2, threads>>>(d_x, d_y, n);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return y[0] == 63 && y[63] == 0 && y[64] == 99 && y[99] == 64 ? 0 : 1;
}
