// A macro for unrolled loops, as CUTLASS has it: _Pragma in place of #pragma.
#include "exercise.hpp"

#define UNROLL         _Pragma("unroll")
#define FOR_EACH(i, n) UNROLL for (unsigned i = 0; i < (n); ++i)

constexpr unsigned per_thread = 4;

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  FOR_EACH(k, per_thread) {
    const unsigned col = (blockIdx.x * per_thread + k) * 32 + threadIdx.x;
    if (row < rows && col < cols) {
      const auto i = static_cast<unsigned long long>(row) * cols + col;
      out[i] = a[i] - 2.0f * b[i];
    }
  }
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const unsigned width = 32 * per_thread;
  combine_kernel<<<dim3((cols + width - 1) / width, (rows + 7) / 8), dim3(32, 8)>>>(a, b, out, rows, cols);
}
