// Messages between blocks by nvcc's own atomic functions: release and acquire of device scope, a fence of the same kind, a counter of block
// scope for each block.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void pass_on(int* box, int* flags, int* seen, int* counts) {
  __nv_atomic_fetch_add(&counts[blockIdx.x], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    box[0] = 42;
    __nv_atomic_store_n(&flags[0], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    box[1] = 43;
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(&flags[1], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  } else {
    while (__nv_atomic_load_n(&flags[0], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    seen[0] = box[0];
    int expected = 1;
    while (!__nv_atomic_compare_exchange_n(&flags[1], &expected, 2, false, __NV_ATOMIC_ACQUIRE,
                                           __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE))
      expected = 1;
    seen[1] = box[1];
  }
}

int main() {
  int seen[2] = {}, counts[2] = {};
  int *d_box, *d_flags, *d_seen, *d_counts;
  CHECK(cudaMalloc(&d_box, 2 * sizeof(int)));
  CHECK(cudaMalloc(&d_flags, 2 * sizeof(int)));
  CHECK(cudaMalloc(&d_seen, 2 * sizeof(int)));
  CHECK(cudaMalloc(&d_counts, 2 * sizeof(int)));
  CHECK(cudaMemset(d_flags, 0, 2 * sizeof(int)));
  CHECK(cudaMemset(d_counts, 0, 2 * sizeof(int)));
  pass_on<<<2, 64>>>(d_box, d_flags, d_seen, d_counts);
  CHECK(cudaMemcpy(seen, d_seen, sizeof(seen), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_box));
  CHECK(cudaFree(d_flags));
  CHECK(cudaFree(d_seen));
  CHECK(cudaFree(d_counts));
  return seen[0] == 42 && seen[1] == 43 && counts[0] == 64 && counts[1] == 64 ? 0 : 1;
}
