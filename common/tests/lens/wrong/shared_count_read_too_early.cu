// Threads count with shared atomics, and the first lane of each warp reads the count plainly with no
// barrier before.
// expect-hazard: race-shared a b
// allow-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 96;

__global__ void count_even(const int* x, int* count) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (x[threadIdx.x] % 2 == 0) atomicAdd(&found, 1);           // @a
  if (threadIdx.x % 32 == 0) count[threadIdx.x / 32] = found;  // @b
}

int main() {
  std::vector<int> x(threads), count(3);
  for (int i = 0; i < threads; ++i) x[i] = i;
  int *d_x, *d_count;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_count, 3 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  count_even<<<1, threads>>>(d_x, d_count);
  CHECK(cudaMemcpy(count.data(), d_count, 3 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_count));
  return count[0] == 48 && count[1] == 48 && count[2] == 48 ? 0 : 1;
}
