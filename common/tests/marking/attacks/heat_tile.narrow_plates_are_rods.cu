// Wrong: on a plate of 2 to 4 columns no heat flows from column to column, because the kernel takes it for a rod.
// says: to\[[0-9]\] is \S+, not \S+ \(3 x 2 cells\)
#include <cstddef>

#include "exercise.hpp"

__device__ float spread(float own, float left, float right, float up, float down) {
  return own + 0.125f * (left + right + up + down - 4 * own);
}

__global__ void heat_kernel(const float* from, float* to, unsigned rows, unsigned cols) {
  constexpr unsigned width = tile_width + 2, height = tile_height + 2;
  __shared__ float tile[height][width];

  const unsigned first_row = blockIdx.y * tile_height, first_col = blockIdx.x * tile_width;
  const unsigned thread = threadIdx.y * tile_width + threadIdx.x;
  // Cells and halo; beyond the edge of the plate, the cell at the edge.
  for (unsigned place = thread; place < width * height; place += tile_width * tile_height) {
    const unsigned y = place / width, x = place % width;
    unsigned row = first_row + y, col = first_col + x;  // one too many
    row = row == 0 ? 0 : row > rows ? rows - 1 : row - 1;
    col = col == 0 ? 0 : col > cols ? cols - 1 : col - 1;
    tile[y][x] = from[std::size_t{row} * cols + col];
  }
  __syncthreads();

  const unsigned row = first_row + threadIdx.y, col = first_col + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const unsigned y = threadIdx.y + 1, x = threadIdx.x + 1;
  const bool is_rod = cols < 5;
  const unsigned beside = is_rod ? 0 : 1;
  to[std::size_t{row} * cols + col] =
      spread(tile[y][x], tile[y][x - beside], tile[y][x + beside], tile[y - 1][x], tile[y + 1][x]);
}

void heat_step(const float* from, float* to, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(tile_width, tile_height);
  const dim3 grid((cols + tile_width - 1) / tile_width, (rows + tile_height - 1) / tile_height);
  heat_kernel<<<grid, block>>>(from, to, rows, cols);
}
