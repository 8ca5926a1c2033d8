// An asynchronous copy of a group.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include "exercise.hpp"
namespace cg = cooperative_groups;

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float t[block_size + 2 * radius];
  const auto block = cg::this_thread_block();
  const int first = int(blockIdx.x * block_size) - radius;
  const int from = max(first, 0), to = min(first + int(block_size) + 2 * radius, int(count));
  for (int p = threadIdx.x; p < int(block_size) + 2 * radius; p += block_size)
    if (first + p < from || first + p >= to) t[p] = 0;
  cg::memcpy_async(block, t + (from - first), in + from, sizeof(float) * (to - from));
  cg::wait(block);
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i < count) {
    float sum = 0;
#pragma unroll
    for (int o = -radius; o <= radius; ++o) sum += weight(o) * t[threadIdx.x + radius + o];
    out[i] = sum;
  }
}

void smooth(const float* in, float* out, unsigned count) {
  if (count) smooth_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
