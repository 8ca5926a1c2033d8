// One thread a record in two pieces of 16 bytes: every sector is still touched twice.
#include "exercise.hpp"

__global__ void gather_kernel(const float4* table, const int* index, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int record = index[i];
  out[2 * i] = table[2 * record];
  out[2 * i + 1] = table[2 * record + 1];
}

void gather(const float* table, const int* index, float* out, int n) {
  constexpr int block_size = 128;
  if (n > 0) {
    gather_kernel<<<(n + block_size - 1) / block_size, block_size>>>(
        reinterpret_cast<const float4*>(table), index, reinterpret_cast<float4*>(out), n);
  }
}
