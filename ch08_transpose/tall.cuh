#pragma once

#include "stage.cuh"

/// The kernel for matrices with few columns.
namespace ch08 {

// [kernel]
template <typename T>
__global__ void __launch_bounds__(stage_threads)
    transpose_tall(const T* in, T* out, unsigned rows, unsigned cols, Stage cut) {
  extern __shared__ double2 dynamic[];  // aligned for every T
  T* stage = reinterpret_cast<T*>(dynamic);

  // The rows this block needs for its windows of the output, as in transpose_windows.
  const unsigned skew = largest_shift<T>(rows);
  const unsigned window_begin = blockIdx.x * cut.length;
  const unsigned first = window_begin < skew ? 0 : window_begin - skew;
  const unsigned last = min(rows, window_begin + cut.length);

  // They are one piece of memory. It is read from where a round of the banks begins.
  const std::size_t begin = std::size_t{first} * cols;
  const unsigned lead = begin % bank_round<T>;
  const T* piece = in + (begin - lead);
  const unsigned count = lead + (last - first) * cols;

  // All threads together have 16 KiB under way, a third of the stage: there is room for the last batch whole, and only
  // the loads must not go too far.
  constexpr unsigned loads = (stage_bytes / 3) / (stage_threads * sizeof(T));
  for (unsigned batch = 0; batch < count; batch += loads * stage_threads) {
    const unsigned i = batch + threadIdx.x;
    T held[loads];
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) {
      held[k] = i + k * stage_threads < count ? piece[i + k * stage_threads] : T{0};
    }
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) stage[turned<T>(i + k * stage_threads, cut.turn)] = held[k];
  }

  __syncthreads();

  // A warp writes a part of a line, then the part that lies as many parts further as there are warps.
  const unsigned parts = cut.length / line_part<T>;
  for (unsigned part = threadIdx.x / 32; part < parts * cols; part += stage_threads / 32) {
    const unsigned line = part / parts;
    // In the window of this line: its first elements may belong to the line before.
    const unsigned place = window_begin + part % parts * line_part<T> + threadIdx.x % 32;
    const unsigned shift = line * rows % sector<T>;
    const unsigned row = place - shift;
    const unsigned from = lead + (row - first) * cols + line;
    T* to = out + (std::size_t{line} * rows + place - shift);
#pragma unroll
    for (unsigned k = 0; k < line_part<T>; k += 32) {
      if (row + k < rows) to[k] = stage[turned<T>(from + k * cols, cut.turn)];
    }
  }
}
// [kernel]

/// A matrix with at most narrow_limit columns.
template <typename T>
void launch_tall(Problem<T>& matrix) {
  const auto [rows, cols] = matrix.shape;
  const Stage stage = stage_for<T>(cols, rows, sector<T> - 1);
  const unsigned blocks = tutorial::blocks_for(rows + largest_shift<T>(rows), static_cast<int>(stage.length));
  transpose_tall<<<blocks, stage_threads, stage_bytes>>>(matrix.in.data(), matrix.out.data(), rows, cols,
                                                         stage);
  CUDA_CHECK_LAUNCH();
}

}  // namespace ch08
