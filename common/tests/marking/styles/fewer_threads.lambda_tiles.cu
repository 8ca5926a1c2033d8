// Loops over rows take a lambda; braces make the launch's sizes.
#include "exercise.hpp"

template <typename Body>
__device__ void for_rows(Body body) {
#pragma unroll
  for (unsigned j = 0; j < tile_size; j += block_rows) body(threadIdx.y + j);
}

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size * (tile_size + 1)];
  auto at = [&](unsigned y, unsigned x) -> float& { return tile[y * (tile_size + 1) + x]; };
  const uint2 corner = make_uint2(blockIdx.x * tile_size, blockIdx.y * tile_size);
  for_rows([&](unsigned y) {
    if (corner.y + y < rows && corner.x + threadIdx.x < cols)
      at(y, threadIdx.x) = in[(corner.y + y) * cols + corner.x + threadIdx.x];
  });
  __syncthreads();
  for_rows([&](unsigned y) {
    if (corner.x + y < cols && corner.y + threadIdx.x < rows)
      out[(corner.x + y) * rows + corner.y + threadIdx.x] = at(threadIdx.x, y);
  });
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (!rows || !cols) return;
  transpose_kernel<<<{(cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size},
                     {tile_size, block_rows}>>>(in, out, rows, cols);
}
