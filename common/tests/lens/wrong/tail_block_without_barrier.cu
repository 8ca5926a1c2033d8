// Only full blocks pass the barrier; the tail block reads its neighbors' slots without one.
// expect-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void swap_halves(const int* x, int* y, int n) {
  __shared__ int tile[threads];
  const int base = blockIdx.x * threads;
  const int i = base + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];  // @a
  if (base + threads <= n) __syncthreads();
  const int other = base + (threadIdx.x + threads / 2) % threads;
  if (other < n && i < n) y[i] = tile[other - base];  // @b
}

int main() {
  const int n = 2 * threads + 50;
  std::vector<int> x(n), y(n, -1);
  for (int i = 0; i < n; ++i) x[i] = 5 * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  swap_halves<<<3, threads>>>(d_x, d_y, n);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    const int other = i / threads * threads + (i + threads / 2) % threads;
    right = right && (other >= n || y[i] == x[other]);
  }
  return right ? 0 : 1;
}
