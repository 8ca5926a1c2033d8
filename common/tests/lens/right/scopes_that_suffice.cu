// Atomic operations of each scope, on data of the threads that are in it: a thread's own, in global memory and in a local variable, a block's, a
// cluster's; and messages within a cluster of two blocks, behind fences of cluster scope.
// expect-exit: 0
#include <cooperative_groups.h>

#include <cuda/atomic>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

constexpr int block = 64;

__global__ void count(int* own, int* of_block, int* out) {
  const int i = static_cast<int>(threadIdx.x);
  cuda::atomic_ref<int, cuda::thread_scope_thread>(own[i]).fetch_add(i, cuda::memory_order_relaxed);
  int calls = 0;
  cuda::atomic_ref<int, cuda::thread_scope_device>(calls).fetch_add(1);
  __nv_atomic_fetch_add(of_block, calls, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_fetch_add(of_block, calls, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
  __syncthreads();
  out[i] = own[block - 1 - i] + *of_block;
}

__global__ void __cluster_dims__(2) pass_on(int* box, int* flags, int* out) {
  const int cluster = static_cast<int>(blockIdx.x / 2);
  if (threadIdx.x == 0 && blockIdx.x % 2 == 0) {
    box[cluster] = 42;
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_CLUSTER);
    __nv_atomic_store_n(&flags[cluster], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
  } else if (threadIdx.x == 0) {
    while (__nv_atomic_load_n(&flags[cluster], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_CLUSTER) == 0) {
    }
    out[cluster] = box[cluster];
  }
  cg::this_cluster().sync();
}

int main() {
  int out[block], passed[2];
  int *d_own, *d_of_block, *d_out, *d_box, *d_flags;
  CHECK(cudaMalloc(&d_own, block * sizeof(int)));
  CHECK(cudaMalloc(&d_of_block, sizeof(int)));
  CHECK(cudaMalloc(&d_out, block * sizeof(int)));
  CHECK(cudaMalloc(&d_box, 2 * sizeof(int)));
  CHECK(cudaMalloc(&d_flags, 2 * sizeof(int)));
  CHECK(cudaMemset(d_own, 0, block * sizeof(int)));
  CHECK(cudaMemset(d_of_block, 0, sizeof(int)));
  CHECK(cudaMemset(d_flags, 0, 2 * sizeof(int)));
  count<<<1, block>>>(d_own, d_of_block, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  pass_on<<<4, 32>>>(d_box, d_flags, d_out);
  CHECK(cudaMemcpy(passed, d_out, sizeof(passed), cudaMemcpyDeviceToHost));
  for (int* each : {d_own, d_of_block, d_out, d_box, d_flags}) CHECK(cudaFree(each));
  return out[0] == block - 1 + 2 * block && out[block - 1] == 2 * block && passed[0] == 42 && passed[1] == 42
             ? 0
             : 1;
}
