// A structure of options of 2.5 KiB as argument, as simulations have it; a kernel may have 4 KiB of arguments.
#include "exercise.hpp"

struct Simulation {
  float coefficients[600] = {};
  int used = 0;
  float rate = 0.125f;
};

__global__ void heat_kernel(const float* from, float* to, unsigned rows, unsigned cols, Simulation s) {
  __shared__ float t[tile_height + 2][tile_width + 2];
  const int r0 = blockIdx.y * tile_height, c0 = blockIdx.x * tile_width, R = rows, C = cols;
  for (int k = threadIdx.y * tile_width + threadIdx.x; k < int((tile_height + 2) * (tile_width + 2));
       k += tile_width * tile_height) {
    const int y = k / int(tile_width + 2), x = k % int(tile_width + 2);
    const int r = min(max(r0 + y - 1, 0), R - 1), c = min(max(c0 + x - 1, 0), C - 1);
    if (r0 + y - 1 <= R && c0 + x - 1 <= C) t[y][x] = from[size_t(r) * cols + c];
  }
  __syncthreads();
  const int y = threadIdx.y + 1, x = threadIdx.x + 1;
  if (r0 + y - 1 < R && c0 + x - 1 < C)
    to[size_t(r0 + y - 1) * cols + c0 + x - 1] =
        t[y][x] + s.rate * (t[y][x - 1] + t[y][x + 1] + t[y - 1][x] + t[y + 1][x] - 4 * t[y][x]);
}

void heat_step(const float* from, float* to, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  heat_kernel<<<dim3((cols + tile_width - 1) / tile_width, (rows + tile_height - 1) / tile_height),
                dim3(tile_width, tile_height)>>>(from, to, rows, cols, Simulation{});
}
