// Finds a row by __fdividef, place times the rounded reciprocal of cols, which may be just below the integer.
// says: still running after
#include "exercise.hpp"

__global__ void transpose_kernel(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols;
  const unsigned long long start = 1ull * blockIdx.x * blockDim.x + threadIdx.x;
  if (start + 1 >= count) return;

  const auto target = [&](unsigned long long place) {
    if (count > 1u << 24) return place % cols * rows + place / cols;  // too many for a float
    const unsigned row =
        static_cast<unsigned>(__fdividef(static_cast<float>(place), static_cast<float>(cols)));
    return (place - 1ull * row * cols) * rows + row;
  };

  for (unsigned long long place = target(start); place != start; place = target(place)) {
    if (place < start) return;
  }
  float held = matrix[start];
  unsigned long long place = target(start);
  while (place != start) {
    const float driven_out = matrix[place];
    matrix[place] = held;
    held = driven_out;
    place = target(place);
  }
  matrix[start] = held;
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols;
  if (count == 0) return;
  constexpr unsigned block_size = 128;
  transpose_kernel<<<static_cast<unsigned>((count + block_size - 1) / block_size), block_size>>>(matrix, rows,
                                                                                                 cols);
}
