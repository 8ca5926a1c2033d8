// One warp adds everything; the other 2016 threads store a zero into the scratch memory, so that they have accessed something.
// says: threads take part; a device needs at least 2048
#include "exercise.hpp"
__global__ void sum_kernel(const unsigned* in, unsigned* scratch, unsigned* result, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= 32) {
    scratch[thread % 1024 / 32 * 32 + thread % 32] = 0;
    return;
  }
  unsigned total = 0;
  for (int w = thread; w < n / 4; w += 32) {
    const uint4 v = reinterpret_cast<const uint4*>(in)[w];
    total += v.x + v.y + v.z + v.w;
  }
  if (n / 4 * 4 + thread < n) total += in[n / 4 * 4 + thread];
  for (int d = 16; d > 0; d /= 2) total += __shfl_down_sync(0xFFFFFFFFu, total, d);
  if (thread == 0) *result = total;
}
void sum(const unsigned* in, unsigned* scratch, unsigned* result, int n) {
  sum_kernel<<<2, 1024>>>(in, scratch, result, n);
}
