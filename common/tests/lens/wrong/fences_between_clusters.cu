// Clusters of two blocks: the fences round the ticket, and the count of the blocks, have the scope of a cluster, and other clusters take part.
// expect-hazard: race-global write read
// expect-hazard: race-global count
// expect-words: or cluster scope
// expect-exit: 3
#include "../lens_check.hpp"

constexpr int blocks = 8;

__device__ unsigned tickets;

__global__ void __cluster_dims__(2) sum_of_indices(int* parts, int* total, int* counted) {
  if (threadIdx.x != 0) return;
  __nv_atomic_fetch_add(counted, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);  // @count
  parts[blockIdx.x] = static_cast<int>(blockIdx.x);                                   // @write
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER);
  const bool is_last = atomicAdd(&tickets, 1u) == blocks - 1;
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER);
  if (!is_last) return;
  int sum = 0;
  for (int b = 0; b < blocks; ++b) sum += parts[b];  // @read
  *total = sum;
}

int main() {
  int total = 0, counted = 0;
  int *d_parts, *d_total, *d_counted;
  CHECK(cudaMalloc(&d_parts, blocks * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMalloc(&d_counted, sizeof(int)));
  CHECK(cudaMemset(d_counted, 0, sizeof(int)));
  sum_of_indices<<<blocks, 64>>>(d_parts, d_total, d_counted);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&counted, d_counted, sizeof(int), cudaMemcpyDeviceToHost));
  for (int* each : {d_parts, d_total, d_counted}) CHECK(cudaFree(each));
  return total == blocks * (blocks - 1) / 2 && counted == blocks ? 0 : 1;
}
