// Wrong: the host computes the result, next to a kernel that does nothing
#include "exercise.hpp"

__global__ void idle_kernel() {}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  idle_kernel<<<1, 1>>>();
  for (int i = 0; i < count; ++i) out[i] = in[i] / 2;
}
