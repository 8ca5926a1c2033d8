// The fences round the ticket have cluster scope, and each block is a cluster of its own: the last block may not see the others' sums.
// expect-hazard: race-global write read
// expect-exit: 3
#include "../lens_check.hpp"

constexpr int blocks = 8;

__device__ unsigned tickets;

__global__ void sum_of_indices(int* parts, int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = static_cast<int>(blockIdx.x);  // @write
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER);
    is_last = atomicAdd(&tickets, 1u) == blocks - 1;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
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
