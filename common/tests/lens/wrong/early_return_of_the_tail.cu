// The tail threads of the last block return before the barriers that their block still has to pass.
// expect-hazard: early-exit-barrier a
// expect-hazard: early-exit-barrier b
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

__global__ void reverse_blocks(const int* x, int* y, int n) {
  __shared__ int tile[threads];
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = x[i];
  __syncthreads();  // @a
  const int in_block = min(threads, n - static_cast<int>(blockIdx.x) * threads);
  const int mirrored = tile[in_block - 1 - threadIdx.x];
  __syncthreads();  // @b
  tile[threadIdx.x] = mirrored;
  y[i] = tile[threadIdx.x];
}

int main() {
  const int n = 200;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i * 7;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  reverse_blocks<<<(n + threads - 1) / threads, threads>>>(d_x, d_y, n);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    const int begin = i / threads * threads, end = begin + threads < n ? begin + threads : n;
    right = right && y[i] == x[begin + end - 1 - i];
  }
  return right ? 0 : 1;
}
