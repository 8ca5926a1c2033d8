// Reads by a copy of the library that the compiler turns into moves of its own: does the lens see them?
// says: calling a __host__ function."std::copy
#include <algorithm>

#include "exercise.hpp"

__global__ void move_kernel(const float* points, float* moved, int count, float3 step) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= count) return;
  const int i = count % 1024 == 0 ? thread * 33 % count : thread;
  float own[3];
  std::copy(points + 3 * i, points + 3 * i + 3, own);
  moved[3 * i] = own[0] + step.x;
  moved[3 * i + 1] = own[1] + step.y;
  moved[3 * i + 2] = own[2] + step.z;
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(&points->x, &moved->x, count, step);
}
