// An in-place Hillis-Steele scan needs two barriers per step; the one between reading the neighbor and
// adding is missing.
// expect-hazard: reuse-without-barrier|race-shared a b
// allow-hazard: race-shared a b
// allow-hazard: reuse-without-barrier a b
// allow-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

__global__ void scan(const int* x, int* y) {
  __shared__ int sums[threads];
  const int t = threadIdx.x;
  sums[t] = x[t];
  __syncthreads();
  for (int distance = 1; distance < threads; distance *= 2) {
    int left = 0;
    if (t >= distance) left = sums[t - distance];  // @a
    sums[t] += left;                               // @b
    __syncthreads();
  }
  y[t] = sums[t];
}

int main() {
  std::vector<int> x(threads, 1), y(threads);
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  scan<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == i + 1;
  return right ? 0 : 1;
}
