// The warp-synchronous tail of a reduction, with __syncwarp where lanes change from reading to writing and
// back.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

__global__ void sum_all(const int* x, int* total) {
  __shared__ int cache[threads];
  const unsigned t = threadIdx.x;
  cache[t] = x[t];
  __syncthreads();
  if (t < 64) cache[t] += cache[t + 64];
  __syncthreads();
  if (t >= 32) return;
  int own = cache[t] + cache[t + 32];
  __syncwarp();
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    cache[t] = own;
    __syncwarp();
    own += cache[(t + distance) % 32];
    __syncwarp();
  }
  if (t == 0) *total = own;
}

int main() {
  std::vector<int> x(threads);
  for (int i = 0; i < threads; ++i) x[i] = i;
  int total = 0;
  int *d_x, *d_total;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  sum_all<<<1, threads>>>(d_x, d_total);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_total));
  return total == threads * (threads - 1) / 2 ? 0 : 1;
}
