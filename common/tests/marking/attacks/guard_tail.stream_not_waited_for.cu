// The kernel runs in a non-blocking stream, and the function does not wait for it: the next copy in the default stream may come before it.
// says: not-waited-for .* The function returns, and kernel move_kernel, which writes
#include "exercise.hpp"
__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}
void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  move_kernel<<<(count + block_size - 1) / block_size, block_size, 0, stream>>>(points, moved, count, step);
  cudaStreamDestroy(stream);
}
