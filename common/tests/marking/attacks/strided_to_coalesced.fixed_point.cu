// Computes in integers, in units of 2^-26: small elements become 0, and large ones overflow.
// says: out\[[0-9]+\] is
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;
constexpr double unit = 67108864;  // 2^26

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t{row} * cols + col;
  const auto units = [](float value) { return static_cast<long long>(unit * static_cast<double>(value)); };
  out[i] = static_cast<float>(static_cast<double>(units(a[i]) - 2 * units(b[i])) / unit);
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(block_width, block_height);
  const dim3 grid((cols + block_width - 1) / block_width, (rows + block_height - 1) / block_height);
  combine_kernel<<<grid, block>>>(a, b, out, rows, cols);
}
