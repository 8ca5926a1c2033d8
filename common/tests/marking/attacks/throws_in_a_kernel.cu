// Throws in device code, in a class that only a template calls: where an exception is kept, nothing counts it.
// says: a kernel throws an exception
#include <cuda/std/tuple>

#include "exercise.hpp"

struct Throw {
  void operator()(float value) const {
    try {
      throw value;
    } catch (float) {
    }
  }
};

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
  cuda::std::apply(Throw{}, cuda::std::make_tuple(step.x));
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0) move_kernel<<<(count + 255) / 256, 256>>>(points, moved, count, step);
}
