// Blocks without work return before the barrier, but all of a block's threads do or none.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void mirror_marked(const int* x, const int* marked, int* y) {
  __shared__ int tile[threads];
  if (marked[blockIdx.x] == 0) return;
  const int base = blockIdx.x * threads;
  tile[threadIdx.x] = x[base + threadIdx.x];
  __syncthreads();
  y[base + threadIdx.x] = tile[threads - 1 - threadIdx.x];
}

int main() {
  const int blocks = 6, n = blocks * threads;
  std::vector<int> x(n), y(n), marked(blocks);
  for (int i = 0; i < n; ++i) x[i] = i;
  for (int b = 0; b < blocks; ++b) marked[b] = b % 2;
  int *d_x, *d_y, *d_marked;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMalloc(&d_marked, blocks * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_marked, marked.data(), blocks * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_y, 0xff, n * sizeof(int)));
  mirror_marked<<<blocks, threads>>>(d_x, d_marked, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_marked));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    const int block = i / threads;
    right = right && y[i] == (block % 2 == 0 ? -1 : (2 * block + 1) * threads - 1 - i);
  }
  return right ? 0 : 1;
}
