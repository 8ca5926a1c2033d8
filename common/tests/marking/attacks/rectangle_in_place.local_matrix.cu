// One thread copies a matrix of up to 60 KB to its local array (device memory on a GPU) and back: a second matrix, and no cycles. Larger ones have them.
// says: bytes of local variables
#include "exercise.hpp"

constexpr unsigned room = 125 * 121;

__global__ void by_local_array(float* matrix, unsigned rows, unsigned cols) {
  float second[room];
  for (unsigned i = 0; i < rows * cols; ++i) second[i] = matrix[i];
  for (unsigned c = 0; c < cols; ++c)
    for (unsigned r = 0; r < rows; ++r) matrix[c * rows + r] = second[r * cols + c];
}

__global__ void by_cycles(float* matrix, unsigned rows, unsigned cols) {
  const unsigned start = blockIdx.x * blockDim.x + threadIdx.x;
  if (start >= rows * cols) return;
  const auto next = [&](unsigned place) { return place % cols * rows + place / cols; };
  unsigned place = next(start);
  while (place > start) place = next(place);
  if (place < start || next(start) == start) return;
  float held = matrix[start];
  do {
    place = next(place);
    const float there = matrix[place];
    matrix[place] = held;
    held = there;
  } while (place != start);
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  const unsigned count = rows * cols;
  if (count == 0) return;
  if (count <= room)
    by_local_array<<<1, 1>>>(matrix, rows, cols);
  else
    by_cycles<<<(count + 127) / 128, 128>>>(matrix, rows, cols);
}
