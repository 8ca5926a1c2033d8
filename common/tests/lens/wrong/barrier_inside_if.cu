// The barrier is inside the `if` and the others wait at the final one: not all threads of the block
// come to one barrier.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 256;

__global__ void sum_all(const int* x, int* sum) {
  __shared__ int cache[threads];
  cache[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      cache[threadIdx.x] += cache[threadIdx.x + half];
      __syncthreads();  // @a
    }
  }
  __syncthreads();  // @b
  if (threadIdx.x == 0) *sum = cache[0];
}

int main() {
  std::vector<int> x(threads, 3);
  int sum = 0;
  int *d_x, *d_sum;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  sum_all<<<1, threads>>>(d_x, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  return sum == 3 * threads ? 0 : 1;
}
