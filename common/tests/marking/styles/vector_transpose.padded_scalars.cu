// Vectors outside, words in the tile.
#include "exercise.hpp"

// float4 on both outer sides, single words in a tile with a padded row.
__global__ void k(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float s[32][33];
  const unsigned v = threadIdx.x * 4, y = threadIdx.y;
  const unsigned r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
  if (r0 + y < rows && c0 + v < cols) {
    const float4 f = reinterpret_cast<const float4*>(in + size_t(r0 + y) * cols + c0)[threadIdx.x];
    s[y][v] = f.x;
    s[y][v + 1] = f.y;
    s[y][v + 2] = f.z;
    s[y][v + 3] = f.w;
  }
  __syncthreads();
  if (c0 + y < cols && r0 + v < rows)
    reinterpret_cast<float4*>(out + size_t(c0 + y) * rows + r0)[threadIdx.x] =
        make_float4(s[v][y], s[v + 1][y], s[v + 2][y], s[v + 3][y]);
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows && cols) k<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(8, 32)>>>(in, out, rows, cols);
}
