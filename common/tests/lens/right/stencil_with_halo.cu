// Neighbouring blocks read each other's cells, but write to another array: the halo is only ever read.
// expect-exit: 0
#include <utility>
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int tile[threads + 2];
  const int base = blockIdx.x * threads, i = base + threadIdx.x;
  for (int k = threadIdx.x; k < threads + 2; k += threads) {
    const int from = base + k - 1;
    tile[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}

int main() {
  const int n = 201, steps = 3;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i % 11;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int step = 0; step < steps; ++step) {
    smooth<<<(n + threads - 1) / threads, threads>>>(d_x, d_y, n);
    std::swap(d_x, d_y);
    std::vector<int> next(n);
    for (int i = 0; i < n; ++i) next[i] = (i > 0 ? x[i - 1] : 0) + x[i] + (i + 1 < n ? x[i + 1] : 0);
    x.swap(next);
  }
  CHECK(cudaMemcpy(y.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return x == y ? 0 : 1;
}
