// A block has a tile only if its warps happen to begin in the order of their numbers, as in the marker's first run; otherwise the lanes read 32 rows.
// says: Only if blocks and warps run in another order
#include <cstddef>

#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 1];
  __shared__ unsigned came, disorder;

  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned top = blockIdx.y * tile_size, left = blockIdx.x * tile_size;
  if (x == 0 && y == 0) came = disorder = 0;
  __syncthreads();
  if (x == 0 && atomicAdd(&came, 1u) != y) atomicOr(&disorder, 1u);
  __syncthreads();

  float& result = out[std::size_t{left + y} * rows + top + x];
  if (disorder != 0) {
    result = in[std::size_t{top + x} * cols + left + y];
    return;
  }
  tile[y][x] = in[std::size_t{top + y} * cols + left + x];
  __syncthreads();
  result = tile[x][y];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<dim3(cols / tile_size, rows / tile_size), dim3(tile_size, tile_size)>>>(in, out, rows,
                                                                                             cols);
}
