// The kernel swaps with a function object of the library. nvcc refuses that.
// says: calling a __host__ function
#include <concepts>
#include <utility>

#include "exercise.hpp"

// Every index belongs to one cycle. The thread of a cycle's lowest index moves the whole cycle, the others
// have nothing to do.
__global__ void transpose_kernel(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols;
  const unsigned long long start = 1ull * blockIdx.x * blockDim.x + threadIdx.x;
  if (start + 1 >= count) return;  // the last element stays, and so does the first, a cycle of one

  // Index row * cols + col goes to index col * rows + row.
  const auto target = [&](unsigned long long place) { return place % cols * rows + place / cols; };

  for (unsigned long long place = target(start); place != start; place = target(place)) {
    if (place < start) return;  // another thread's cycle
  }
  float held = matrix[start];
  unsigned long long place = target(start);
  while (place != start) {
    std::ranges::swap(held, matrix[place]);
    place = target(place);
  }
  matrix[start] = held;
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols;
  if (count == 0) return;  // a grid of no blocks is an error
  constexpr unsigned block_size = 128;
  transpose_kernel<<<static_cast<unsigned>((count + block_size - 1) / block_size), block_size>>>(matrix, rows,
                                                                                                 cols);
}
