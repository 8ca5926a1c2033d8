// No barrier inside the tree loop: a step reads what another warp may not have added in the step before.
// expect-hazard: race-shared a a
// allow-hazard: race-warp a a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 256;

__global__ void sum_all(const int* x, int* sum) {
  __shared__ int cache[threads];
  cache[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2)
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];  // @a
  if (threadIdx.x == 0) *sum = cache[0];
}

int main() {
  std::vector<int> x(threads);
  int expected = 0, sum = 0;
  for (int i = 0; i < threads; ++i) expected += x[i] = i * i % 31;
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
