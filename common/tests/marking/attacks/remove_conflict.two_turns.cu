// The padding of two columns leaves a two-way conflict; the halves of a warp take turns, so that it is counted as two requests.
// says: requests to shared memory load elements
#include <cstddef>

#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 2];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  if (tile_row + y < rows && tile_col + x < cols) {
    tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
  }
  __syncthreads();
  if (tile_col + y < cols && tile_row + x < rows) {
    float value = 0;
    for (unsigned turn = 0; turn < 2; ++turn)
      if (x / 16 == turn) value = tile[x][y];
    out[std::size_t{tile_col + y} * rows + tile_row + x] = value;
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(tile_size, tile_size);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
