// No guard: both arrays are copied to and from longer ones, of whole blocks.
// says: bytes were stored in device memory outside of the array
#include "exercise.hpp"

__global__ void move_kernel(const float* points, float* moved, float3 step) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  const int axis = w % 3;
  moved[w] = points[w] + (axis == 0 ? step.x : axis == 1 ? step.y : step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  const size_t words = 3 * static_cast<size_t>(count);
  const unsigned blocks = static_cast<unsigned>((words + block_size - 1) / block_size);
  const size_t padded = static_cast<size_t>(blocks) * block_size;
  float *from, *to;
  cudaMalloc(&from, padded * sizeof(float));
  cudaMalloc(&to, padded * sizeof(float));
  cudaMemset(from, 0, padded * sizeof(float));
  cudaMemcpy(from, points, words * sizeof(float), cudaMemcpyDeviceToDevice);
  move_kernel<<<blocks, block_size>>>(from, to, step);
  cudaMemcpy(moved, to, words * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaFree(from);
  cudaFree(to);
}
