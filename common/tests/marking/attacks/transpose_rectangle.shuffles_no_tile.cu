// No tile in shared memory, hence no bank conflicts to avoid: each warp transposes 32x32 elements in registers by five rounds of shuffles.
// says: each element goes through the tile
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned side = 32;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned lane = threadIdx.x;
  const unsigned first_row = blockIdx.y * side, first_col = blockIdx.x * side;

  float own[side];
#pragma unroll
  for (unsigned i = 0; i < side; ++i)
    own[i] = first_row + i < rows && first_col + lane < cols
                 ? in[std::size_t{first_row + i} * cols + first_col + lane]
                 : 0;

#pragma unroll
  for (unsigned step = side / 2; step > 0; step /= 2) {
    const bool is_upper = (lane & step) != 0;
#pragma unroll
    for (unsigned i = 0; i < side; ++i) {
      if ((i & step) != 0) continue;
      // Row i keeps the lower lanes' own, row i + step the upper lanes'.
      const float given = is_upper ? own[i] : own[i + step];
      const float got = __shfl_xor_sync(0xffffffff, given, step);
      if (is_upper)
        own[i] = got;
      else
        own[i + step] = got;
    }
  }

#pragma unroll
  for (unsigned i = 0; i < side; ++i)
    if (first_col + i < cols && first_row + lane < rows)
      out[std::size_t{first_col + i} * rows + first_row + lane] = own[i];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<dim3((cols + side - 1) / side, (rows + side - 1) / side), side>>>(in, out, rows, cols);
}
