// A second matrix in a static variable.
// says: bytes were stored in device memory outside of the matrix
#include "exercise.hpp"
__device__ float s[1 << 20];
__global__ void out_of(const float* m, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) s[i] = m[i];
}
__global__ void back(float* m, unsigned rows, unsigned cols) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) m[i] = s[i % rows * cols + i / rows];
}
void transpose_in_place(float* m, unsigned rows, unsigned cols) {
  unsigned n = rows * cols;
  if (!n) return;
  out_of<<<(n + 255) / 256, 256>>>(m, n);
  back<<<(n + 255) / 256, 256>>>(m, rows, cols);
}
