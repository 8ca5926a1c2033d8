// Each result is made in its place, from what a call returns.
#include <new>

#include "exercise.hpp"

/// Returned in memory, since it has a copy constructor.
struct Moved {
  float3 point;
  __device__ explicit Moved(float3 where) : point(where) {}
  __device__ Moved(const Moved& other) : point(other.point) {}
};

__device__ __noinline__ Moved moved_by(float3 point, float3 step) {
  return Moved(make_float3(point.x + step.x, point.y + step.y, point.z + step.z));
}

__global__ void move(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) new (moved + i) Moved(moved_by(points[i], step));
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0) move<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
