// Each thread waits for the sum of the thread before it.
// says: barriers in [0-9]+ blocks: within a warp shuffles need none|in another order: is a barrier missing
#include <cuda/atomic>

#include "exercise.hpp"

// after[i]: the sum up to element i of its block, or `unknown`.
constexpr int unknown = 0x70707070;

__global__ void chain(const int* in, int* partial, int* after, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int before = 0;
  if (threadIdx.x != 0) do
      before = cuda::atomic_ref<int, cuda::thread_scope_block>(after[i - 1]).load(cuda::memory_order_acquire);
    while (before == unknown);
  const int sum = before + in[i];
  *static_cast<volatile int*>(after + i) = sum;
  if (threadIdx.x == blockDim.x - 1 || i == n - 1) partial[blockIdx.x] = sum;
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n == 0) return;
  int* after = nullptr;
  cudaMalloc(&after, n * sizeof(int));
  cudaMemset(after, 0x70, n * sizeof(int));
  chain<<<(n + block - 1) / block, block>>>(in, partial, after, n);
  cudaFree(after);
}
