// Each block allocates memory on the device's heap and never frees it.
// says: leak
#include <cstddef>

#include "exercise.hpp"
constexpr unsigned tile_size = 32;
__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 1];
  __shared__ unsigned* limits;
  const unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile_size, col = blockIdx.x * tile_size;
  if (x == 0 && y == 0) {
    limits = new unsigned[2];
    limits[0] = rows;
    limits[1] = cols;
  }
  __syncthreads();
  if (row + y < limits[0] && col + x < limits[1]) tile[y][x] = in[std::size_t{row + y} * cols + col + x];
  __syncthreads();
  if (col + y < cols && row + x < rows) out[std::size_t{col + y} * rows + row + x] = tile[x][y];
}
void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(in, out, rows, cols);
}
