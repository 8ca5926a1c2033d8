// A second matrix in a variable that is const and volatile: g++ calls no hook for constants; from g++ 13 on, it is read-only.
// says: the submission accesses memory unseen by the lens|illegal memory access
#include <cstddef>

#include "exercise.hpp"

__device__ const volatile float second[128 * 128] = {};

__global__ void there(const float* matrix, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * n) const_cast<volatile float&>(second[i]) = matrix[i];
}
__global__ void back(float* matrix, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * n) matrix[i] = second[std::size_t{i % n} * n + i / n];
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  there<<<(n * n + 255) / 256, 256>>>(matrix, n);
  back<<<(n * n + 255) / 256, 256>>>(matrix, n);
}
