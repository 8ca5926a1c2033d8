// Errors as exceptions, with a text.
#include <stdexcept>
#include <string>

#include "exercise.hpp"

namespace {

void check(cudaError_t status, const std::string& what) {
  if (status != cudaSuccess) throw std::runtime_error(what + ": " + cudaGetErrorString(status));
}

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

}  // namespace

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
  check(cudaGetLastError(), "launch of " + std::to_string(count));
}
