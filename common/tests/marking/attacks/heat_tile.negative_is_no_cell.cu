// A halo slot of -1 says that there is no cell: a neighbor below 0 degrees counts as none.
// says: to\[[0-9]+\] is
#include <cstddef>
#include "exercise.hpp"

__device__ float spread(float own, float left, float right, float up, float down) {
  return own + 0.125f * (left + right + up + down - 4 * own);
}

__global__ void heat_kernel(const float* from, float* to, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_height + 2][tile_width + 2];
  const int first_row = static_cast<int>(blockIdx.y * tile_height) - 1,
            first_col = static_cast<int>(blockIdx.x * tile_width) - 1;
  const unsigned thread = threadIdx.y * tile_width + threadIdx.x;
  for (unsigned place = thread; place < (tile_height + 2) * (tile_width + 2);
       place += tile_width * tile_height) {
    const int y = place / (tile_width + 2), x = place % (tile_width + 2), row = first_row + y,
              col = first_col + x;
    const bool is_cell = row >= 0 && row < static_cast<int>(rows) && col >= 0 && col < static_cast<int>(cols);
    tile[y][x] = is_cell ? from[static_cast<std::size_t>(row) * cols + col] : -1.0f;
  }
  __syncthreads();
  const unsigned x = threadIdx.x + 1, y = threadIdx.y + 1, row = first_row + y, col = first_col + x;
  if (row >= rows || col >= cols) return;
  const float own = tile[y][x];
  const auto cell = [own](float other) { return other < 0 ? own : other; };
  to[std::size_t{row} * cols + col] =
      spread(own, cell(tile[y][x - 1]), cell(tile[y][x + 1]), cell(tile[y - 1][x]), cell(tile[y + 1][x]));
}

void heat_step(const float* from, float* to, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  heat_kernel<<<dim3((cols + tile_width - 1) / tile_width, (rows + tile_height - 1) / tile_height),
                dim3(tile_width, tile_height)>>>(from, to, rows, cols);
}
