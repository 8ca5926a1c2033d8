// Rows are rotated.
#include "exercise.hpp"

__global__ void tk(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float s[tile_size][tile_size];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  auto slot = [](unsigned r, unsigned c) { return (c + r) % tile_size; };
  unsigned r = blockIdx.y * tile_size + y, c = blockIdx.x * tile_size + x;
  if (r < rows && c < cols) s[y][slot(y, x)] = in[size_t(r) * cols + c];
  __syncthreads();
  r = blockIdx.x * tile_size + y;
  c = blockIdx.y * tile_size + x;
  if (r < cols && c < rows) out[size_t(r) * rows + c] = s[x][slot(x, y)];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  tk<<<dim3((cols + 31) / 32, (rows + 31) / 32, 1), dim3(32, 32, 1)>>>(in, out, rows, cols);
}
