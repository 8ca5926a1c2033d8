// The host gives the kernel the address of a __device__ function, which leads nowhere on a GPU.
// says: gives the device the address of a function
#include <cstddef>

#include "exercise.hpp"
constexpr unsigned tile_size = 32, width = 4, tile_vectors = tile_size / width;
__device__ unsigned swizzled(unsigned a, unsigned b) { return a ^ b; }
__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols,
                                 unsigned (*place)(unsigned, unsigned)) {
  __shared__ float4 tile[tile_size][tile_vectors];
  const unsigned v = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile_size, col = blockIdx.x * tile_size;
  if (row + y < rows && col + v * width < cols)
    tile[y][place(v, y / width)] =
        *reinterpret_cast<const float4*>(&in[std::size_t{row + y} * cols + col + v * width]);
  __syncthreads();
  if (col + y >= cols || row + v * width >= rows) return;
  float vector[width];
  for (unsigned k = 0; k < width; ++k)
    vector[k] = reinterpret_cast<const float*>(&tile[v * width + k][place(y / width, v)])[y % width];
  *reinterpret_cast<float4*>(&out[std::size_t{col + y} * rows + row + v * width]) =
      make_float4(vector[0], vector[1], vector[2], vector[3]);
}
void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(tile_vectors, tile_size)>>>(
      in, out, rows, cols, swizzled);
}
