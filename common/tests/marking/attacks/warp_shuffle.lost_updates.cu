// Every thread loads its block's sum, adds its element and stores it. Idle operations on a local variable come where the simulator would let others run.
// says: partial.* is .*, not
#include <cuda/atomic>

#include "exercise.hpp"
__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int own = 0;
  const cuda::atomic_ref<int, cuda::thread_scope_device> sum(partial[blockIdx.x]), local(own);
  const auto step = [&] { local.store(local.load(cuda::memory_order_relaxed), cuda::memory_order_relaxed); };
  if (threadIdx.x == 0) step();
  step();
  sum.store(sum.load(cuda::memory_order_relaxed) + in[i], cuda::memory_order_relaxed);
  if (threadIdx.x == blockDim.x - 1 || i == n - 1) step();
}
void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks == 0) return;
  cudaMemset(partial, 0, blocks * sizeof *partial);
  block_sums_kernel<<<blocks, block>>>(in, partial, n);
}
