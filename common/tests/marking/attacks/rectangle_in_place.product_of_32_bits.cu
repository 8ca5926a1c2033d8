// Computes a place times the number of rows in 32 bits, which overflows where rows * rows * cols passes 2^32.
// says: still running after
#include "exercise.hpp"

__global__ void transpose_kernel(float* matrix, unsigned rows, unsigned cols) {
  const unsigned last = rows * cols - 1;
  const unsigned start = blockIdx.x * blockDim.x + threadIdx.x;
  if (start >= last) return;

  // Modulo last, the element at `place` goes to place * rows.
  const auto target = [&](unsigned place) { return place * rows % last; };

  for (unsigned place = target(start); place != start; place = target(place)) {
    if (place < start) return;
  }
  float held = matrix[start];
  for (unsigned place = target(start); place != start; place = target(place)) {
    const float driven_out = matrix[place];
    matrix[place] = held;
    held = driven_out;
  }
  matrix[start] = held;
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  const unsigned count = rows * cols;
  if (count == 0) return;
  constexpr unsigned block_size = 128;
  transpose_kernel<<<(count + block_size - 1) / block_size, block_size>>>(matrix, rows, cols);
}
