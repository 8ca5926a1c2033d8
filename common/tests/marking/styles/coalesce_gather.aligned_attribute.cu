// A vector type with the compiler's attribute, as in many C programs.
#include "exercise.hpp"

struct __attribute__((aligned(16))) Half {
  float v[4];
};

__global__ void gather_kernel(const Half* table, const int* index, Half* out, int halves) {
  const int h = blockIdx.x * blockDim.x + threadIdx.x;
  if (h < halves) out[h] = table[2 * index[h / 2] + h % 2];
}

void gather(const float* table, const int* index, float* out, int n) {
  if (n > 0) gather_kernel<<<(2 * n + 127) / 128, 128>>>((const Half*)table, index, (Half*)out, 2 * n);
}
