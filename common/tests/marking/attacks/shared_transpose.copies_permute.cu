// A kernel moves nothing to another place; copies of columns put the elements in order.
// says: words of the result were copied
#include "exercise.hpp"

__global__ void same(const float* in, float* out, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  float* same_again = nullptr;
  cudaMalloc(&same_again, sizeof(float) * rows * cols);
  same<<<(rows * cols + 255) / 256, 256>>>(in, same_again, rows * cols);
  for (unsigned col = 0; col < cols; ++col)
    cudaMemcpy2D(out + col * rows, sizeof(float), same_again + col, cols * sizeof(float), sizeof(float), rows,
                 cudaMemcpyDeviceToDevice);
  cudaFree(same_again);
}
