// One block works on the whole matrix: one SM of a GPU works, the others are idle.
// says: one block makes most accesses
#include <cstddef>

#include "exercise.hpp"

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const std::size_t count = std::size_t{rows} * cols;
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) out[i] = a[i] - 2 * b[i];
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  combine_kernel<<<1, 1024>>>(a, b, out, rows, cols);
}
