// What the compiler's calls cost in blocks that nobody watches: a kernel that does little but read.
//
// Run   nearest COUNT
#include <cuda_runtime.h>

#include <cstdlib>

#include "timed.hpp"

__global__ void find(const float3* points, int* nearest, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 own = points[i];
  float best = 3.4e38f;
  for (int j = 0; j < count; ++j) {
    const float x = points[j].x - own.x, y = points[j].y - own.y, z = points[j].z - own.z;
    const float squared = x * x + y * y + z * z;
    if (j != i && squared < best) {
      best = squared;
      nearest[i] = j;
    }
  }
}

int main(int, char** words) {
  const int count = std::atoi(words[1]), block = 128;
  float3* points;
  int* nearest;
  cudaMallocManaged(&points, count * sizeof(float3));
  cudaMallocManaged(&nearest, count * sizeof(int));
  for (int i = 0; i < count; ++i)
    points[i] = make_float3(i * 719LL % 10007, i * 10429LL % 10009, i * 12977LL % 10037);
  const bool ended = timed([&] { find<<<(count + block - 1) / block, block>>>(points, nearest, count); });
  const bool right = ended && nearest[0] > 0 && nearest[0] < count;
  cudaFree(points);
  cudaFree(nearest);
  return right ? 0 : 1;
}
