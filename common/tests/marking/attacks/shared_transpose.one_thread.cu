// One thread does everything: a row of 32 elements is a column of vectors in its local array.
// says: each element goes through the tile, but only 0
#include "exercise.hpp"

__global__ void transpose_alone(const float* in, float* out, unsigned rows, unsigned cols) {
  float tile[tile_size][tile_size];
  for (unsigned row = 0; row < rows; row += tile_size) {
    for (unsigned col = 0; col < cols; col += tile_size) {
      for (unsigned y = 0; y < tile_size; ++y)
        for (unsigned x = 0; x < tile_size; x += 4) {
          const float4 four = *reinterpret_cast<const float4*>(in + (row + y) * cols + col + x);
          tile[x][y] = four.x;
          tile[x + 1][y] = four.y;
          tile[x + 2][y] = four.z;
          tile[x + 3][y] = four.w;
        }
      for (unsigned x = 0; x < tile_size; ++x)
        for (unsigned y = 0; y < tile_size; y += 4)
          *reinterpret_cast<float4*>(out + (col + x) * rows + row + y) =
              make_float4(tile[x][y], tile[x][y + 1], tile[x][y + 2], tile[x][y + 3]);
      __syncthreads();
    }
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows > 0 && cols > 0) transpose_alone<<<1, 1>>>(in, out, rows, cols);
}
