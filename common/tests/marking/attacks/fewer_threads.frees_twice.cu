// Frees its copy twice, and throws the error away.
// says: cudaErrorInvalidValue: the pointer is not the start of a device allocation, or was freed before
#include "exercise.hpp"

#include <cstddef>

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 1];
  const unsigned x = threadIdx.x, tile_row = blockIdx.y * tile_size, tile_col = blockIdx.x * tile_size;
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
    if (tile_row + y < rows && tile_col + x < cols)
      tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
  __syncthreads();
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
    if (tile_col + y < cols && tile_row + x < rows)
      out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const std::size_t bytes = std::size_t{rows} * cols * sizeof(float);
  float* copy = nullptr;
  cudaMalloc(&copy, bytes);
  cudaMemcpy(copy, in, bytes, cudaMemcpyDeviceToDevice);
  transpose_kernel<<<dim3((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size),
                     dim3(tile_size, block_rows)>>>(copy, out, rows, cols);
  cudaFree(copy);
  static_cast<void>(cudaFree(copy));
  static_cast<void>(cudaGetLastError());
}
