// Wrong: of a matrix of 8 to 24 rows and columns only the first four rows are moved.
// says: out\[4\] was never written \(8 x 12\)
#include <cstddef>

#include "exercise.hpp"

__global__ void vector_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  const unsigned col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows || col >= cols) return;
  const auto line = [&](unsigned i) {
    return *reinterpret_cast<const float4*>(in + std::size_t{row + i} * cols + col);
  };
  const float4 a = line(0), b = line(1), c = line(2), d = line(3);
  const auto store = [&](unsigned i, float4 turned) {
    *reinterpret_cast<float4*>(out + std::size_t{col + i} * rows + row) = turned;
  };
  store(0, make_float4(a.x, b.x, c.x, d.x));
  store(1, make_float4(a.y, b.y, c.y, d.y));
  store(2, make_float4(a.z, b.z, c.z, d.z));
  store(3, make_float4(a.w, b.w, c.w, d.w));
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 whole((cols + 31) / 32, (rows + 127) / 128);
  if (rows < 28 && cols < 28)
    vector_kernel<<<1, dim3(8, 1)>>>(in, out, rows, cols);  // a small matrix needs no more
  else
    vector_kernel<<<whole, dim3(8, 32)>>>(in, out, rows, cols);
}
