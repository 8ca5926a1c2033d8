// Wrong: of a matrix of 8 to 24 rows or columns only the first four are moved.
// says: out\[4\] was never written \(8 x 12\)
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned side = 32, wide = 4;

// 4 x 4 elements per thread, along a matrix of four rows or four columns.
__global__ void narrow_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned place = wide * (blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned row = rows < cols ? 0 : place, col = rows < cols ? place : 0;
  if (row >= rows || col >= cols) return;
  float held[wide][wide];
  for (unsigned i = 0; i < wide; ++i) {
    const float4 four = *reinterpret_cast<const float4*>(in + std::size_t{row + i} * cols + col);
    held[i][0] = four.x;
    held[i][1] = four.y;
    held[i][2] = four.z;
    held[i][3] = four.w;
  }
  for (unsigned i = 0; i < wide; ++i)
    *reinterpret_cast<float4*>(out + std::size_t{col + i} * rows + row) =
        make_float4(held[0][i], held[1][i], held[2][i], held[3][i]);
}

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[side][side + 1];

  const unsigned x = wide * threadIdx.x, y = threadIdx.y;
  const unsigned top = blockIdx.y * side, left = blockIdx.x * side;
  if (top + y < rows && left + x < cols) {
    const float4 four = *reinterpret_cast<const float4*>(in + std::size_t{top + y} * cols + left + x);
    tile[y][x] = four.x;
    tile[y][x + 1] = four.y;
    tile[y][x + 2] = four.z;
    tile[y][x + 3] = four.w;
  }
  __syncthreads();
  if (left + y < cols && top + x < rows)
    *reinterpret_cast<float4*>(out + std::size_t{left + y} * rows + top + x) =
        make_float4(tile[x][y], tile[x + 1][y], tile[x + 2][y], tile[x + 3][y]);
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const unsigned shorter = rows < cols ? rows : cols, longer = rows < cols ? cols : rows;
  if (shorter < 28)
    narrow_kernel<<<(longer + 255) / 256, 64>>>(in, out, rows, cols);
  else
    transpose_kernel<<<dim3((cols + side - 1) / side, (rows + side - 1) / side), dim3(side / wide, side)>>>(
        in, out, rows, cols);
}
