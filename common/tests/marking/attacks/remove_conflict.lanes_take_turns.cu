// The tile has no padding: the lanes read their column one after the other, 32 requests for one, and idle requests raise the average.
// says: requests to shared memory (load|store) elements, most of them at line
#include <cstddef>
#include "exercise.hpp"
__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size, tile_col = blockIdx.x * tile_size;
  tile[y][x] =
      tile_row + y < rows && tile_col + x < cols ? in[std::size_t{tile_row + y} * cols + tile_col + x] : 0;
  __syncthreads();
  float value = 0;
  for (unsigned turn = 0; turn < 32; ++turn)
    if (turn == x) value = tile[x][y];
  float idle = 0;
  for (int k = 0; k < 5; ++k) idle += tile[y][(x + k) % 32];
  if (idle == 1234567.0f) value = idle;
  if (tile_col + y < cols && tile_row + x < rows)
    out[std::size_t{tile_col + y} * rows + tile_row + x] = value;
}
void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(in, out, rows, cols);
}
