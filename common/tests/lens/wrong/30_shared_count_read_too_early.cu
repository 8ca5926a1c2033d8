// Threads count with shared atomics; another warp's first thread reads the count plainly, with no barrier before.
// expect-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../check.hpp"

constexpr int threads = 96;

__global__ void count_even(const int* x, int* count) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  const int warp = threadIdx.x / 32;
  if (warp < 2 && x[threadIdx.x] % 2 == 0) atomicAdd(&found, 1);  // @a
  if (warp == 2) {
    count[threadIdx.x - 64] = found;  // @b
    __threadfence_block();
  }
  if (warp < 2 && x[threadIdx.x] % 2 != 0) atomicAdd(&found, 1000);  // @c
}

int main() {
  std::vector<int> x(threads), count(32);
  for (int i = 0; i < threads; ++i) x[i] = i;
  int *d_x, *d_count;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_count, 32 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  count_even<<<1, threads>>>(d_x, d_count);
  CHECK(cudaMemcpy(count.data(), d_count, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_count));
  return count[0] == 32 ? 0 : 1;
}
