// The warps of a block add to one word by an atomic_ref of thread scope: on a GPU that is a load and a store, and sums of warps get lost.
// says: race-shared
#include <cuda/atomic>

#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  __shared__ int sum;
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  if (thread == 0) sum = 0;
  __syncthreads();

  const unsigned lanes = blockDim.x < 32 ? (1u << blockDim.x) - 1 : 0xFFFFFFFFu;
  const int of_warp = __reduce_add_sync(lanes, i < n ? in[i] : 0);
  if (thread % 32 == 0)
    cuda::atomic_ref<int, cuda::thread_scope_thread>(sum).fetch_add(of_warp, cuda::memory_order_relaxed);
  __syncthreads();

  if (thread == 0) partial[blockIdx.x] = sum;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block>>>(in, partial, n);
}
