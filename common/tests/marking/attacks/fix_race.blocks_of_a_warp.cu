// Blocks of 32 threads with four elements each: no tree and no barrier.
// says: let all threads of a block load them
#include "exercise.hpp"

__global__ void sums_and_above_kernel(const int* in, int* sum, int* above, int n) {
  constexpr int each = block_size / 32;
  int value[each], all = 0, greater = 0;
  for (int k = 0; k < each; ++k) {
    const int i = blockIdx.x * block_size + 32 * k + threadIdx.x;
    value[k] = i < n ? in[i] : 0;
    all += value[k];
  }
  all = __reduce_add_sync(0xFFFFFFFFu, all);
  for (int k = 0; k < each; ++k) greater += value[k] * block_size > all ? 1 : 0;
  greater = __reduce_add_sync(0xFFFFFFFFu, greater);
  if (threadIdx.x == 0) {
    sum[blockIdx.x] = all;
    above[blockIdx.x] = greater;
  }
}

void sums_and_above(const int* in, int* sum, int* above, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) sums_and_above_kernel<<<blocks, 32>>>(in, sum, above, n);
}
