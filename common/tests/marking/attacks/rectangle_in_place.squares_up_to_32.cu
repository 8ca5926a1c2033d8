// Wrong: of a square of more than 32x32 elements only the upper left 32x32 are transposed.
// says: matrix\[32\] is \S+, not \S+ \(40 x 40\)
#include "exercise.hpp"

__global__ void square_kernel(float* matrix, unsigned n) {
  const unsigned row = threadIdx.y, col = threadIdx.x;
  if (row >= col || col >= n) return;
  const float upper = matrix[row * n + col];
  matrix[row * n + col] = matrix[col * n + row];
  matrix[col * n + row] = upper;
}

__global__ void cycles_kernel(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long last = 1ull * rows * cols - 1;
  const unsigned long long start = 1ull * blockIdx.x * blockDim.x + threadIdx.x;
  if (start >= last) return;
  const auto next = [&](unsigned long long place) { return place % cols * rows + place / cols; };
  unsigned long long place = next(start);
  while (place > start) place = next(place);
  if (place < start || next(start) == start) return;

  float held = matrix[start];
  for (place = next(start); place != start; place = next(place)) {
    const float there = matrix[place];
    matrix[place] = held;
    held = there;
  }
  matrix[start] = held;
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols;
  if (count == 0) return;
  if (rows == cols)
    square_kernel<<<1, dim3(32, 32)>>>(matrix, rows);
  else
    cycles_kernel<<<static_cast<unsigned>((count + 127) / 128), 128>>>(matrix, rows, cols);
}
