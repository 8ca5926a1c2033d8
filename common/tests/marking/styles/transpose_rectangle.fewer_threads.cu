// Four elements per thread.
#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x, row = blockIdx.y * 32, col = blockIdx.x * 32;
  for (unsigned y = threadIdx.y; y < 32; y += 8)
    if (row + y < rows && col + x < cols) tile[y][x] = in[(row + y) * cols + col + x];
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8)
    if (col + y < cols && row + x < rows) out[(col + y) * rows + row + x] = tile[x][y];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows > 0 && cols > 0)
    transpose_kernel<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, cols);
}
