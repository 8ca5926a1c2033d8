// The key of each row is in constant memory, where the lanes of a warp read 32 different words one after the other.
// says: different words of constant memory at once
#include "exercise.hpp"

__constant__ unsigned key[tile_size] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

struct Layout {
  static __device__ unsigned place(unsigned row, unsigned col) { return row * tile_size + (col ^ key[row]); }
};

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(tile_size, tile_size);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<Layout><<<grid, block>>>(in, out, rows, cols);
}
