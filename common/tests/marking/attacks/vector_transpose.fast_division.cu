// Finds the tile of a block by __fdividef, whose quotient may be just below the integer on a GPU.
// says: was never written
#include <cstddef>

#include <cuda_runtime.h>
#include "exercise.hpp"

constexpr unsigned tile_size = 32, width = 4, tile_vectors = tile_size / width;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols, unsigned across) {
  __shared__ float4 tile[tile_size][tile_vectors];
  const unsigned v = threadIdx.x, y = threadIdx.y;
  const auto down =
      static_cast<unsigned>(__fdividef(static_cast<float>(blockIdx.x), static_cast<float>(across)));
  const unsigned tile_row = down * tile_size, tile_col = (blockIdx.x - down * across) * tile_size;
  if (tile_row + y < rows && tile_col + v * width < cols)
    tile[y][v ^ (y / width)] =
        *reinterpret_cast<const float4*>(&in[std::size_t{tile_row + y} * cols + tile_col + v * width]);
  __syncthreads();
  if (tile_col + y < cols && tile_row + v * width < rows) {
    float4 vector;
    for (unsigned k = 0; k < width; ++k) {
      const float4& source = tile[v * width + k][(y / width) ^ v];
      reinterpret_cast<float*>(&vector)[k] = reinterpret_cast<const float*>(&source)[y % width];
    }
    *reinterpret_cast<float4*>(&out[std::size_t{tile_col + y} * rows + tile_row + v * width]) = vector;
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const unsigned across = (cols + tile_size - 1) / tile_size, down = (rows + tile_size - 1) / tile_size;
  transpose_kernel<<<across * down, dim3(tile_vectors, tile_size)>>>(in, out, rows, cols, across);
}
