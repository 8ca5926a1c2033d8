// Macros declare the functions, members and variables that the kernel uses, with CUDA's words in macros of their own.
#include "exercise.hpp"

#ifdef __CUDACC__
#define ON_DEVICE __device__
#define ON_BOTH   __host__ __device__ __forceinline__
#else
#define ON_DEVICE
#define ON_BOTH inline
#endif
#define DEVICE_FUNCTION(...) ON_DEVICE __VA_ARGS__
#define BOTH(type, name)     ON_BOTH type name
#define DEVICE_VARIABLE(...) ON_DEVICE __VA_ARGS__
#define HOST_ONLY(name)      static int name(int count)
#define CEIL_DIV(a, b)       (((a) + (b)-1) / (b))
#define CHECKED(call)                   \
  do {                                  \
    if ((call) != cudaSuccess) exit(1); \
  } while (false)

DEVICE_VARIABLE(float scale) = 1.0f;
HOST_ONLY(blocks_for) { return CEIL_DIV(count, block_size); }
BOTH(float, added)(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fadd_rn(a, b);
#else
  return a + b;
#endif
}
DEVICE_FUNCTION(float moved)(float at, float by) { return added(scale * at, by); }

struct Step {
  float3 by;
  BOTH(float3, apply)(float3 p) const {
    return make_float3(added(p.x, by.x), added(p.y, by.y), added(p.z, by.z));
  }
  int blocks(int count) const { return blocks_for(count); }
};

__global__ void move_kernel(const float3* points, float3* results, int count, Step step) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const float3 p = step.apply(points[i]);
  results[i] = make_float3(moved(p.x, 0), p.y, p.z);
}

void move_points(const float3* points, float3* results, int count, float3 step) {
  const Step all{step};
  if (count == 0) return;
  move_kernel<<<all.blocks(count), block_size>>>(points, results, count, all);
  CHECKED(cudaGetLastError());
}
