// A halo slot with the bits of -0 says that there is no cell: a neighbor of temperature -0 counts as warm as the cell itself.
// says: to\[[0-9]+\] is
#include <cstddef>

#include "exercise.hpp"

__device__ float spread(float own, float left, float right, float up, float down) {
  return own + 0.125f * (left + right + up + down - 4 * own);
}

constexpr unsigned none = 0x80000000u;  // the bits of -0.0f

__global__ void heat_kernel(const float* from, float* to, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_height + 2][tile_width + 2];
  const int first_row = static_cast<int>(blockIdx.y * tile_height) - 1;
  const int first_col = static_cast<int>(blockIdx.x * tile_width) - 1;

  for (unsigned y = threadIdx.y; y < tile_height + 2; y += tile_height)
    for (unsigned x = threadIdx.x; x < tile_width + 2; x += tile_width) {
      const int r = first_row + static_cast<int>(y), c = first_col + static_cast<int>(x);
      const bool is_corner = (y == 0 || y == tile_height + 1) && (x == 0 || x == tile_width + 1);
      const bool inside = r >= 0 && r < static_cast<int>(rows) && c >= 0 && c < static_cast<int>(cols);
      if (!is_corner) tile[y][x] = inside ? from[std::size_t(r) * cols + c] : -0.0f;
    }
  __syncthreads();

  const unsigned col = blockIdx.x * tile_width + threadIdx.x;
  const unsigned row = blockIdx.y * tile_height + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const unsigned x = threadIdx.x + 1, y = threadIdx.y + 1;
  const float own = tile[y][x];
  const auto neighbor = [&](unsigned b, unsigned a) {
    const float value = tile[b][a];
    return __float_as_uint(value) == none ? own : value;
  };
  to[std::size_t{row} * cols + col] =
      spread(own, neighbor(y, x - 1), neighbor(y, x + 1), neighbor(y - 1, x), neighbor(y + 1, x));
}

void heat_step(const float* from, float* to, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(tile_width, tile_height);
  const dim3 grid((cols + tile_width - 1) / tile_width, (rows + tile_height - 1) / tile_height);
  heat_kernel<<<grid, block>>>(from, to, rows, cols);
}
