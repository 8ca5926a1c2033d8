// Vectors of four, and the rest by single words.
#include "exercise.hpp"

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, whole = rows * cols / 4;
  if (i < whole) {
    const float4 x = reinterpret_cast<const float4*>(a)[i], y = reinterpret_cast<const float4*>(b)[i];
    reinterpret_cast<float4*>(out)[i] =
        make_float4(x.x - 2 * y.x, x.y - 2 * y.y, x.z - 2 * y.z, x.w - 2 * y.w);
  }
  const unsigned rest = 4 * whole + i;
  if (rest < rows * cols) out[rest] = a[rest] - 2 * b[rest];
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows * cols > 0) combine_kernel<<<(rows * cols / 4 + 255) / 256 + 1, 256>>>(a, b, out, rows, cols);
}
