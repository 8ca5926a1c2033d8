// One warp launched for all blocks; its lane 0 alone adds, value after value, which shuffles bring to it.
// says: shuffles and votes for each request|one warp makes|threads make the accesses|block makes the accesses
#include "exercise.hpp"

__global__ void all_sums(const int* in, int* partial, int n, int block) {
  const int lane = threadIdx.x;
  for (int b = 0; b * block < n; ++b) {
    int sum = 0;
    for (int first = 0; first < block; first += warp_size) {
      const int i = b * block + first + lane;
      const int value = i < n ? in[i] : 0;
      for (int k = 0; k < warp_size; ++k) {
        const int other = __shfl_sync(0xFFFFFFFFu, value, k);
        if (lane == 0) sum += other;
      }
    }
    if (lane == 0) partial[b] = sum;
  }
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) all_sums<<<1, warp_size>>>(in, partial, n, block);
}
