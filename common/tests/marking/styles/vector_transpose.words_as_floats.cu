// 16 bytes at a time as a uint4, whose floats a thread sets one by one: nvcc makes no assumption about types.
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned tile_size = 32;

constexpr unsigned width = 4;                         // elements of a vector
constexpr unsigned tile_vectors = tile_size / width;  // in a row of the tile, and threads along x

// Vector v of row y is kept at place v ^ (y / 4) of its row. A lane's column then meets another bank in each
// group of 4 rows.
__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ uint4 tile[tile_size][tile_vectors];

  const unsigned v = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  // A row ends with a whole vector: if its first element is inside, all are.
  if (tile_row + y < rows && tile_col + v * width < cols) {
    tile[y][v ^ (y / width)] =
        *reinterpret_cast<const uint4*>(&in[std::size_t{tile_row + y} * cols + tile_col + v * width]);
  }
  __syncthreads();  // the tile is full

  // Row y of the output's tile is column y of this one; its vector v comes from four rows.
  if (tile_col + y < cols && tile_row + v * width < rows) {
    uint4 vector;
    for (unsigned k = 0; k < width; ++k) {
      const uint4& source = tile[v * width + k][(y / width) ^ v];
      reinterpret_cast<float*>(&vector)[k] = reinterpret_cast<const float*>(&source)[y % width];
    }
    *reinterpret_cast<uint4*>(&out[std::size_t{tile_col + y} * rows + tile_row + v * width]) = vector;
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_vectors, tile_size);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
