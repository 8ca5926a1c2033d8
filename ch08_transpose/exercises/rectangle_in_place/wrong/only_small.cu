// Wrong: by way of shared memory: a matrix that does not fit there stays as it is
#include "exercise.hpp"

constexpr unsigned room = 10 * 1024;  // elements

__global__ void transpose_kernel(float* matrix, unsigned rows, unsigned cols) {
  __shared__ float copy[room];
  for (unsigned i = threadIdx.x; i < rows * cols; i += blockDim.x) copy[i] = matrix[i];
  __syncthreads();
  for (unsigned i = threadIdx.x; i < rows * cols; i += blockDim.x)
    matrix[i] = copy[i % rows * cols + i / rows];
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  if (rows * cols == 0 || rows * cols > room) return;
  transpose_kernel<<<1, 256>>>(matrix, rows, cols);
}
