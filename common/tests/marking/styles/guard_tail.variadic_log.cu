// A log function as C programmers write it, with `...` and vfprintf; a catch (...), and a pack of arguments.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "exercise.hpp"

static void fail(const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  std::vfprintf(stderr, format, list);
  va_end(list);
  std::abort();
}

template <class... Arguments>
void launch(void (*kernel)(Arguments...), int threads, Arguments... arguments) {
  if (threads == 0) return;
  kernel<<<(threads + block_size - 1) / block_size, block_size>>>(arguments...);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
    fail("%s (%d): %d threads\n", cudaGetErrorString(error), error, threads);
}

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  try {
    launch(move_kernel, count, points, moved, count, step);
  } catch (...) {
    fail("moving %d points failed\n", count);
  }
}
