// A sequentially consistent exchange with the thread's own variable comes before the ticket, which is relaxed: nothing orders the sums before it.
// expect-hazard: race-global write read
// expect-exit: 3
#include <cuda/atomic>

#include "../lens_check.hpp"

constexpr int blocks = 8;

__device__ unsigned tickets;

__global__ void sum_of_indices(int* parts, int* total) {
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = static_cast<int>(blockIdx.x);  // @write
  unsigned calls = 0;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device>(calls).exchange(1, cuda::memory_order_seq_cst);
  if (atomicInc(&tickets, blocks) != blocks - 1) return;
  int sum = 0;
  for (int b = 0; b < blocks; ++b) sum += parts[b];  // @read
  *total = sum;
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
  return total == blocks * (blocks - 1) / 2 ? 0 : 1;
}
