// Threads arrive as often as the digits of their values say: what is still expected tells the sums.
// says: words of one bank at the same time
#include <cuda/barrier>
#include "exercise.hpp"
__device__ int pending(unsigned long long token) { return static_cast<int>(token >> 20 & 0xFFFFF); }
__global__ void k(const int* in, int* partial, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> parts[4];
  constexpr int most = (1 << 20) - 1;
  if (threadIdx.x == 0)
    for (auto& part : parts) init(&part, most);
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned value = i < n ? in[i] : 0;
  for (int part = 0; part < 4; ++part) (void)parts[part].arrive((value >> 8 * part) % 256 + 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned sum = 0;
    for (int part = 0; part < 4; ++part)
      sum += static_cast<unsigned>(most - pending(parts[part].arrive()) - blockDim.x) << 8 * part;
    partial[blockIdx.x] = static_cast<int>(sum);
  }
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) k<<<(n + block - 1) / block, block>>>(in, partial, n);
}
