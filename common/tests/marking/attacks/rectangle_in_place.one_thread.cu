// One thread follows all cycles.
// says: threads move elements
#include "exercise.hpp"

__global__ void all_cycles(float* matrix, unsigned rows, unsigned cols) {
  const auto next = [=](unsigned at) { return at % cols * rows + at / cols; };
  for (unsigned start = 0; start < rows * cols; ++start) {
    unsigned at = next(start);
    while (at > start) at = next(at);
    if (at < start) continue;
    float held = matrix[start];
    for (at = next(start); at != start; at = next(at)) {
      const float there = matrix[at];
      matrix[at] = held;
      held = there;
    }
    matrix[start] = held;
  }
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  if (rows * cols > 0) all_cycles<<<1, 1>>>(matrix, rows, cols);
}
