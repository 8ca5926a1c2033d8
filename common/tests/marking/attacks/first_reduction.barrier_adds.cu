// Threads arrive as often as the digits of their values say: what is still expected tells the sums.
// says: words of one bank at the same time
#include <cuda/barrier>
#include "exercise.hpp"
__device__ int pending(unsigned long long token) { return static_cast<int>(token >> 20 & 0xFFFFF); }
__global__ void k(const int* in, int* partial, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> low, high;
  constexpr int most = (1 << 20) - 1;
  if (threadIdx.x == 0) {
    init(&low, most);
    init(&high, most);
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  (void)low.arrive(value % 1024 + 1);
  (void)high.arrive(value / 1024 + 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int a = most - pending(low.arrive()) - blockDim.x, b = most - pending(high.arrive()) - blockDim.x;
    partial[blockIdx.x] = a + 1024 * b;
  }
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) k<<<(n + block - 1) / block, block>>>(in, partial, n);
}
