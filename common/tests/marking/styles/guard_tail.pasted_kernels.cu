// A kernel's name that a macro joins, a block of functions with C's names, and a raw string.
#include <cstdio>

#include "exercise.hpp"

#define KERNEL(x)  move_##x
#define JOIN(a, b) a##b

extern "C" {
__device__ float shifted(float value, float by) { return value + by; }
}

static const char* const form = R"(moves %d "points" \ by %g)";

__global__ void KERNEL(kernel)(const float3* points, float3* moved, int count, float3 step) {
  const int JOIN(ind, ex) = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  moved[index] = make_float3(shifted(points[index].x, step.x), shifted(points[index].y, step.y),
                             shifted(points[index].z, step.z));
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  std::printf(form, count, step.x);
  KERNEL(kernel)<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
