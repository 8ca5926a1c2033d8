// Within a warp, two fences and an idle atomic operation take the place of a barrier. It is right only where lanes run in their order.
// says: is a barrier missing
#include "exercise.hpp"
__device__ void pass_on(unsigned* idle) {
  __threadfence_block();
  atomicAdd(idle, 1u);
  __threadfence_block();
}
__device__ int block_sum(int* slot, unsigned* idle, int value) {
  const int thread = threadIdx.x;
  slot[thread] = value;
  pass_on(idle);
  for (int stride = 1; stride < block_size; stride *= 2) {
    if (stride >= 32) __syncthreads();
    if (thread % (2 * stride) == 2 * stride - 1) slot[thread] = value += slot[thread - stride];
    if (stride < 32) pass_on(idle);
  }
  __syncthreads();
  const int sum = slot[block_size - 1];
  __syncthreads();
  return sum;
}
__global__ void sums_and_above_kernel(const int* in, int* sum, int* above, int n) {
  __shared__ int slot[block_size];
  __shared__ unsigned idle;
  if (threadIdx.x == 0) idle = 0;
  __syncthreads();
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const int all = block_sum(slot, &idle, value);
  const int greater = block_sum(slot, &idle, value * block_size > all ? 1 : 0);
  if (threadIdx.x == 0) sum[blockIdx.x] = all, above[blockIdx.x] = greater;
}
void sums_and_above(const int* in, int* sum, int* above, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) sums_and_above_kernel<<<blocks, block_size>>>(in, sum, above, n);
}
