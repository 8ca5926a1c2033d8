// A kernel of its own, without a tile: no access to shared memory has a conflict if there is none, and strided stores cost nothing.
// says: sectors per request at line
#include "exercise.hpp"
__global__ void direct(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) out[std::size_t{col} * rows + row] = in[std::size_t{row} * cols + col];
}
void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  direct<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(in, out, rows, cols);
}
