// One launch per row, with pointers to the row: slow, but right and coalesced.
#include "exercise.hpp"

#include <cstddef>

__global__ void combine_row(const float* a, const float* b, float* out, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < cols) out[col] = a[col] - 2 * b[col];
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (cols == 0) return;
  for (unsigned row = 0; row < rows; ++row) {
    const std::size_t begin = std::size_t{row} * cols;
    combine_row<<<(cols + 127) / 128, 128>>>(a + begin, b + begin, out + begin, cols);
  }
}
