// No tile in shared memory: each warp transposes two tiles in registers, by shuffles.
// says: are loaded from there
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned side = 32;

__device__ void turn(float (&own)[side], unsigned lane) {
#pragma unroll
  for (unsigned step = side / 2; step > 0; step /= 2) {
    const bool is_upper = (lane & step) != 0;
#pragma unroll
    for (unsigned i = 0; i < side; ++i) {
      if ((i & step) != 0) continue;
      const float given = is_upper ? own[i] : own[i + step];
      const float got = __shfl_xor_sync(0xffffffff, given, step);
      if (is_upper)
        own[i] = got;
      else
        own[i + step] = got;
    }
  }
}

__global__ void transpose_kernel(float* matrix, unsigned n) {
  if (blockIdx.y > blockIdx.x) return;
  const unsigned lane = threadIdx.x, r = blockIdx.y * side, c = blockIdx.x * side;
  const bool pair = r != c;

  float upper[side], lower[side];
#pragma unroll
  for (unsigned i = 0; i < side; ++i) {
    upper[i] = r + i < n && c + lane < n ? matrix[std::size_t{r + i} * n + c + lane] : 0;
    lower[i] = pair && c + i < n && r + lane < n ? matrix[std::size_t{c + i} * n + r + lane] : 0;
  }
  turn(upper, lane);
  turn(lower, lane);
  __syncwarp();
#pragma unroll
  for (unsigned i = 0; i < side; ++i) {
    if (c + i < n && r + lane < n) matrix[std::size_t{c + i} * n + r + lane] = upper[i];
    if (pair && r + i < n && c + lane < n) matrix[std::size_t{r + i} * n + c + lane] = lower[i];
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  const unsigned tiles = (n + side - 1) / side;
  transpose_kernel<<<dim3(tiles, tiles), side>>>(matrix, n);
}
