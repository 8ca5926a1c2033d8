// Every slot is read by one thread and written by another in each step: two barriers keep the phases apart.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 96;

__global__ void scan(const int* x, int* y) {
  __shared__ int sums[threads];
  const int t = threadIdx.x;
  sums[t] = x[t];
  __syncthreads();
  for (int distance = 1; distance < threads; distance *= 2) {
    const int left = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  y[t] = sums[t];
}

int main() {
  std::vector<int> x(threads), y(threads);
  for (int i = 0; i < threads; ++i) x[i] = i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  scan<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == i * (i + 1) / 2;
  return right ? 0 : 1;
}
