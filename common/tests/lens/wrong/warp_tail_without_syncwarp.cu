// The last warp folds itself through volatile shared memory with no __syncwarp: since Volta its lanes need
// not run in step.
// expect-hazard: race-warp a a
// expect-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void sum_all(const int* x, int* sum) {
  __shared__ int cache[threads];
  cache[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 32) return;
  volatile int* own = cache + threadIdx.x;
  own[0] = own[0] + own[32];  // @b
  for (unsigned half = 16; half > 0; half /= 2)
    if (threadIdx.x < half) own[0] = own[0] + own[half];  // @a
  if (threadIdx.x == 0) *sum = own[0];
}

int main() {
  std::vector<int> x(threads);
  int expected = 0, sum = 0;
  for (int i = 0; i < threads; ++i) expected += x[i] = i + 1;
  int *d_x, *d_sum;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  sum_all<<<1, threads>>>(d_x, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  return sum == expected ? 0 : 1;
}
