// Two lanes a record, a vector each.
#include "exercise.hpp"

__global__ void gather_kernel(const float* table, const int* index, float* out, int n) {
  const int vector = blockIdx.x * blockDim.x + threadIdx.x;
  if (vector >= 2 * n) return;
  const float4* from = reinterpret_cast<const float4*>(table);
  reinterpret_cast<float4*>(out)[vector] = from[2 * index[vector / 2] + vector % 2];
}

void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0) gather_kernel<<<(2 * n + 127) / 128, 128>>>(table, index, out, n);
}
