// The second pass fills the cache while slow threads still read the first pass's result from it: a barrier
// is missing between.
// expect-hazard: reuse-without-barrier|race-shared a b
// allow-hazard: race-shared a b
// allow-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

__device__ void fold(int* cache) {
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
}

__global__ void spread(const int* x, int* deviation) {
  __shared__ int cache[threads];
  const int own = x[threadIdx.x];
  cache[threadIdx.x] = own;
  fold(cache);
  const int mean = cache[0] / threads;   // @a
  cache[threadIdx.x] = abs(own - mean);  // @b
  fold(cache);
  if (threadIdx.x == 0) *deviation = cache[0];
}

int main() {
  std::vector<int> x(threads);
  int mean = 0, expected = 0, deviation = 0;
  for (int i = 0; i < threads; ++i) mean += x[i] = i * i;
  mean /= threads;
  for (const int value : x) expected += std::abs(value - mean);
  int *d_x, *d_deviation;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_deviation, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  spread<<<1, threads>>>(d_x, d_deviation);
  CHECK(cudaMemcpy(&deviation, d_deviation, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_deviation));
  return deviation == expected ? 0 : 1;
}
