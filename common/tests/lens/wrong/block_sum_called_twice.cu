// A template block sum returns from shared memory without a closing barrier; the second call overwrites
// what the first one's threads read.
// expect-hazard: reuse-without-barrier|race-shared a b
// allow-hazard: race-shared a b
// allow-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 128;

template <class T>
__device__ T block_sum(T value) {
  __shared__ T slots[threads];
  slots[threadIdx.x] = value;  // @b
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) slots[threadIdx.x] += slots[threadIdx.x + half];
    __syncthreads();
  }
  return slots[0];  // @a
}

__global__ void two_sums(const long long* x, long long* y) {
  const long long first = block_sum(x[threadIdx.x]);
  const long long second = block_sum(x[threadIdx.x] * 2);
  y[threadIdx.x] = second - first;
}

int main() {
  std::vector<long long> x(threads), y(threads);
  long long sum = 0;
  for (int i = 0; i < threads; ++i) sum += x[i] = i + 1;
  long long *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(long long)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(long long)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(long long), cudaMemcpyHostToDevice));
  two_sums<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(long long), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (const long long value : y) right = right && value == sum;
  return right ? 0 : 1;
}
