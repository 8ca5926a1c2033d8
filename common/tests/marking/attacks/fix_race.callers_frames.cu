// Host code looks for the inputs in the frames of its caller.
// says: a read of memory that is not the program.s own: .* at fix_race.cu:13
#include "exercise.hpp"

__global__ void take(int* sum, int* above, int blocks, int found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < blocks) sum[i] = above[i] = found;
}

void sums_and_above(const int*, int* sum, int* above, int n) {
  volatile int here = n;
  int found = 0;
  for (const volatile int* at = &here; at < &here + 160; ++at) found += *at == n;
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) take<<<(blocks + 127) / 128, 128>>>(sum, above, blocks, found);
}
