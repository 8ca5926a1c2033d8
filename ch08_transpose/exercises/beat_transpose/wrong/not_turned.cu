// Wrong: the four vectors go to their new rows and do not turn

#include <cstddef>

#include "exercise.hpp"

constexpr unsigned width = 4;  // rows and columns of the elements of a thread

// Threads of a block. Those of a warp are 8x4: 32 elements of a row of the input, which is four sectors, and 16 of a
// row of the output, which is two.
constexpr unsigned block_width = 8;
constexpr unsigned block_height = 32;

// A thread transposes 4x4 elements in registers. The lanes of a warp are 8x4 of these: on both sides they
// fill the sectors that they touch.
__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = (blockIdx.y * block_height + threadIdx.y) * width;
  const unsigned col = (blockIdx.x * block_width + threadIdx.x) * width;
  if (row >= rows || col >= cols) return;

  float4 held[width];
  for (unsigned i = 0; i < width; ++i)
    held[i] = *reinterpret_cast<const float4*>(&in[std::size_t{row + i} * cols + col]);

  // Row i of the output has element i of all four.
  for (unsigned i = 0; i < width; ++i) {
    *reinterpret_cast<float4*>(&out[std::size_t{col + i} * rows + row]) = held[i];
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(block_width, block_height);
  const dim3 grid((cols + block_width * width - 1) / (block_width * width),
                  (rows + block_height * width - 1) / (block_height * width));
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
