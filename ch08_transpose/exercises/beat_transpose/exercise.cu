// beat_transpose: how much of a transpose needs shared memory?

#include <cstddef>

#include "exercise.hpp"

#ifdef SOLUTION
constexpr unsigned width = 4;  // rows and columns of the elements of a thread

// Threads of a block. Those of a warp are 8x4: 32 elements of a row of the input, which is four sectors, and 16 of a
// row of the output, which is two.
constexpr unsigned block_width = 8;
constexpr unsigned block_height = 32;

// A thread transposes 4x4 elements in registers. The lanes of a warp are 8x4 of these: on both sides they
// fill the sectors that they touch.
__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = (blockIdx.y * block_height + threadIdx.y) * width;
  const unsigned col = (blockIdx.x * block_width + threadIdx.x) * width;
  if (row >= rows || col >= cols) return;

  float4 held[width];
  for (unsigned i = 0; i < width; ++i)
    held[i] = *reinterpret_cast<const float4*>(&in[std::size_t{row + i} * cols + col]);

  // Row i of the output has element i of all four.
  for (unsigned i = 0; i < width; ++i) {
    float4 turned;
    for (unsigned k = 0; k < width; ++k) {
      reinterpret_cast<float*>(&turned)[k] = reinterpret_cast<const float*>(&held[k])[i];
    }
    *reinterpret_cast<float4*>(&out[std::size_t{col + i} * rows + row]) = turned;
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(block_width, block_height);
  const dim3 grid((cols + block_width * width - 1) / (block_width * width),
                  (rows + block_height * width - 1) / (block_height * width));
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
#else
constexpr unsigned tile_size = 32;
constexpr unsigned block_rows = 8;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 1];

  const unsigned x = threadIdx.x;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (tile_row + y < rows && tile_col + x < cols) {
      tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
    }
  }
  __syncthreads();  // the tile is full
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (tile_col + y < cols && tile_row + x < rows) {
      out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
    }
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, block_rows);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
#endif
