// A place times the number of columns overflows 32 bits in a wide matrix: the walk along a cycle never ends.
// says: the program was ended \(2 x 46598\): kernel transpose_kernel
#include "exercise.hpp"

__global__ void transpose_kernel(float* matrix, unsigned rows, unsigned cols) {
  const unsigned last = rows * cols - 1;
  const unsigned start = blockIdx.x * blockDim.x + threadIdx.x;
  if (start >= last) return;

  // At place p belongs the element that is at p * cols modulo (count - 1).
  const auto source = [&](unsigned place) { return place * cols % last; };

  for (unsigned place = source(start); place != start; place = source(place))
    if (place < start) return;

  const float held = matrix[start];
  unsigned place = start;
  for (unsigned next = source(place); next != start; next = source(place)) {
    matrix[place] = matrix[next];
    place = next;
  }
  matrix[place] = held;
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  if (rows * cols < 2) return;
  constexpr unsigned block_size = 128;
  transpose_kernel<<<(rows * cols + block_size - 1) / block_size, block_size>>>(matrix, rows, cols);
}
