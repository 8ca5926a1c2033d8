// Rounds each way, where the sums and products are exact.
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 p = points[i];
  moved[i] = make_float3(__fadd_rn(__fadd_rz(p.x, 0), step.x), __fmul_ru(p.y + step.y, 1),
                         __fadd_rd(p.z + step.z, 0));
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
