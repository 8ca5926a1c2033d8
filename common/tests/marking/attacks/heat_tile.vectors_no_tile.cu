// No tile: each cell is still read up to five times, 16 bytes at a time, and the contract counts accesses.
// says: cells are read
#include <cstddef>
#include "exercise.hpp"
__device__ float spread(float own, float left, float right, float up, float down) {
  return own + 0.125f * (left + right + up + down - 4 * own);
}
__global__ void plain(const float* from, float* to, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * tile_width + threadIdx.x, row = blockIdx.y * tile_height + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t{row} * cols + col;
  to[i] = spread(from[i], from[col > 0 ? i - 1 : i], from[col + 1 < cols ? i + 1 : i],
                 from[row > 0 ? i - cols : i], from[row + 1 < rows ? i + cols : i]);
}
__global__ void wide(const float* from, float* to, unsigned rows, unsigned cols) {
  const unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * v >= rows * cols) return;
  const unsigned i = 4 * v, row = i / cols, col = i % cols;
  const float4 own = reinterpret_cast<const float4*>(from)[v];
  const float4 up = reinterpret_cast<const float4*>(from)[row > 0 ? v - cols / 4 : v];
  const float4 down = reinterpret_cast<const float4*>(from)[row + 1 < rows ? v + cols / 4 : v];
  const float left = col > 0 ? from[i - 1] : own.x, right = col + 4 < cols ? from[i + 4] : own.w;
  reinterpret_cast<float4*>(to)[v] =
      make_float4(spread(own.x, left, own.y, up.x, down.x), spread(own.y, own.x, own.z, up.y, down.y),
                  spread(own.z, own.y, own.w, up.z, down.z), spread(own.w, own.z, right, up.w, down.w));
}
void heat_step(const float* from, float* to, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  if (cols % 4 == 0)
    wide<<<(rows * cols / 4 + 127) / 128, 128>>>(from, to, rows, cols);
  else
    plain<<<dim3((cols + tile_width - 1) / tile_width, (rows + tile_height - 1) / tile_height),
            dim3(tile_width, tile_height)>>>(from, to, rows, cols);
}
