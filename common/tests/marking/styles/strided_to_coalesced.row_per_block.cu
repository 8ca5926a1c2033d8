// One row per block.
#include "exercise.hpp"

__global__ void combine_rows(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  for (unsigned r = blockIdx.x; r < rows; r += gridDim.x)
    for (unsigned c = threadIdx.x; c < cols; c += blockDim.x) {
      const size_t i = (size_t)r * cols + c;
      out[i] = __fsub_rn(a[i], 2.0f * b[i]);
    }
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows > 0 && cols > 0) combine_rows<<<rows, 96>>>(a, b, out, rows, cols);
}
