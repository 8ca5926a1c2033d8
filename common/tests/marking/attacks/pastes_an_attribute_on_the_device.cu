// Has an attribute by which the lens sees nothing, with a name that ## joins, in a branch that only device code has.
// says: compiler attributes
#include "exercise.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

__device__ float moved(const float* from, float by) {
#ifdef __CUDA_ARCH__
  struct Unseen {
    JOIN(_, JOIN(_, JOIN(attribute, JOIN(_, _))))
    ((no_sanitize_thread)) __device__ float operator()(const float* from) { return *from; }
  };
  return Unseen{}(from) + by;
#else
  return *from + by;
#endif
}

__global__ void move_kernel(const float3* points, float3* results, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3* own = points + i;
  results[i] = make_float3(moved(&own->x, step.x), moved(&own->y, step.y), moved(&own->z, step.z));
}

void move_points(const float3* points, float3* results, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, results, count, step);
}
