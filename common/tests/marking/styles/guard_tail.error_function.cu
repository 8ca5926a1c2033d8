// The macro that is copied most often: its parameter is named like a function of the library.
#include <stdio.h>

#include "exercise.hpp"

// clang-format off
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
// clang-format on
inline void gpuAssert(cudaError_t code, const char* file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaDeviceSynchronize());
}
