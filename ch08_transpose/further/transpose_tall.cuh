#pragma once

#include <cuda_pipeline.h>

#include "further/stage.hpp"
#include "problem.hpp"

/// The kernel of transpose_tall, for the step after it.
namespace ch08::tall {

constexpr unsigned threads = 512;

// [turned]
// Where element i of the stage lies: in its own round of the banks, but turned. With a stride of odd * 2^k, lanes
// come back to the same bank 2^k times; between two of those times lies an odd number of turns. A turn is a vector
// wide, so as many lanes as a vector has elements may still meet: 4 of float, 2 of double.
template <typename T>
__host__ __device__ unsigned turned(unsigned i, ch08::Turn turn) {
  constexpr unsigned round = ch08::bank_round<T>;
  return i / round * round + (i + ((i >> turn.shift) & (turn.turns - 1)) * ch08::vector_width<T>) % round;
}
// [turned]

// [kernel]
template <typename T>
__global__ void __launch_bounds__(threads)
    transpose_tall(const T* in, T* out, unsigned rows, unsigned cols, ch08::Stage cut) {
  extern __shared__ double2 dynamic[];  // aligned for every T
  T* stage = reinterpret_cast<T*>(dynamic);

  // The rows this block needs for its windows of the output, as in transpose_windows.
  const unsigned skew = ch08::largest_shift<T>(rows);
  const unsigned window_begin = blockIdx.x * cut.length;
  const unsigned first = window_begin < skew ? 0 : window_begin - skew;
  const unsigned last = min(rows, window_begin + cut.length);

  // They are one piece of memory. It is copied from where a round of the banks begins.
  const std::size_t begin = std::size_t{first} * cols;
  const unsigned lead = begin % ch08::bank_round<T>;
  const T* piece = in + (begin - lead);
  const unsigned count = lead + (last - first) * cols;
  constexpr unsigned width = ch08::vector_width<T>;
  for (unsigned i = threadIdx.x * width; i < count; i += threads * width) {
    if (i + width <= count) {
      __pipeline_memcpy_async(&stage[turned<T>(i, cut.turn)], &piece[i], width * sizeof(T));
    } else {
      for (unsigned k = i; k < count; ++k) stage[turned<T>(k, cut.turn)] = piece[k];
    }
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);

  __syncthreads();

  // A warp writes a part of a window, then the part that lies as many parts further as there are warps.
  const unsigned parts = (cut.length + ch08::line_part - 1) / ch08::line_part;
  for (unsigned part = threadIdx.x / 32; part < parts * cols; part += threads / 32) {
    const unsigned line = part / parts;
    const unsigned place = part % parts * ch08::line_part + threadIdx.x % 32;
    // In the window of this line: its first elements may belong to the line before.
    const unsigned shift = line * rows % ch08::sector<T>;
    const unsigned row = window_begin + place - shift;
    const unsigned from = lead + (row - first) * cols + line;
    T* to = out + (std::size_t{line} * rows + window_begin + place - shift);
#pragma unroll
    for (unsigned k = 0; k < ch08::line_part; k += 32) {
      if (place + k < cut.length && row + k < rows) to[k] = stage[turned<T>(from + k * cols, cut.turn)];
    }
  }
}
// [kernel]

/// A matrix with at most stage_limit columns.
template <typename T>
void launch(Problem<T>& matrix) {
  const auto [rows, cols] = matrix.shape;
  const ch08::Stage stage = ch08::stage_for<T>(cols, rows, ch08::sector<T> - 1);
  const unsigned blocks =
      tutorial::blocks_for(rows + ch08::largest_shift<T>(rows), static_cast<int>(stage.length));
  ch08::grant(transpose_tall<T>, stage);
  transpose_tall<<<blocks, threads, stage.bytes>>>(matrix.in.data(), matrix.out.data(), rows, cols, stage);
  CUDA_CHECK_LAUNCH();
}

}  // namespace ch08::tall
