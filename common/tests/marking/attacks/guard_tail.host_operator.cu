// The kernel adds with an operator of the host, which g++ finds by the types. nvcc refuses that.
// says: guard_tail.cu:[0-9]+: calling a __host__ function\("operator\+"\) in device code
#include "exercise.hpp"

float3 operator+(const float3& a, const float3& b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }

// One thread per point. The grid has only whole blocks, so the last block can have more threads than points are left.
__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 point = points[i];
  moved[i] = point + step;
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  const int blocks = (count + block_size - 1) / block_size;
  move_kernel<<<blocks, block_size>>>(points, moved, count, step);
}
