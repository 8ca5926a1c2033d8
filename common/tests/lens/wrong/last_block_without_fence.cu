// The last block adds up the others' sums, but there is no __threadfence between a sum's write and the
// ticket: it may be seen late.
// expect-hazard: race-global a b
// expect-exit: 3
#include "../lens_check.hpp"

constexpr int blocks = 8;

__device__ unsigned tickets;

__global__ void sum_of_indices(int* parts, int* total) {
  __shared__ bool is_last;
  const int own = __syncthreads_count(1) * static_cast<int>(blockIdx.x);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = own;  // @a
    is_last = atomicAdd(&tickets, 1u) == blocks - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < blocks; ++b) sum += parts[b];  // @b
    *total = sum;
  }
}

int main() {
  int total = 0;
  int *d_parts, *d_total;
  CHECK(cudaMalloc(&d_parts, blocks * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  sum_of_indices<<<blocks, 64>>>(d_parts, d_total);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_parts));
  CHECK(cudaFree(d_total));
  return total == 64 * blocks * (blocks - 1) / 2 ? 0 : 1;
}
