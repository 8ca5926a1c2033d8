// transpose: which transpose takes any matrix at nearly the speed of a copy?
// Step     wide: the same
// Before   transpose_tall. A matrix with few rows is its mirror image: now the rows of the output are short, and a row
//          of the input is as long as the matrix.
// Change   The kernel is the mirror image, too. A block takes columns, reads a segment of each of the few rows, stores each
//          element where it will be in the output, and writes that contiguous part of the output as a copy would, 16 bytes
//          per thread. This completes the rule that chooses the kernel for a matrix:
//
//              at most 32 columns, or at most 128
//              if rows do not start at sector boundaries  whole rows staged    transpose_tall
//              at most 64 rows                        whole columns staged     here
//              else                                   windows in bands         transpose_lines
//
//          The lengths of segments and bands depend on the device: its number of SMs, their shared memory and the L2 cache.
//
//
// Expect   12x3000001 as fast as its mirror image, or faster: all stores are whole and aligned. We hope to be within
//          10% of a copy for every large rectangle, and ahead of cublasSgeam. 33x8388609, too (written after measuring):
//          in a tile of transpose_lines nearly half of the threads would be idle.
//          - At 9999 x 10 K, it is at least 0.9 times as fast as copy (before measuring).
//          - At 12 x 3000001, it is at least 0.9 times as fast as copy (before measuring).
//          - At 1000003 x 127, it is at least 0.9 times as fast as copy (before measuring).
//            Missed on the H200: Rows do not start at sector boundaries, and the link between the two partitions of
//            L2 is always busy; further/README.md has the counters.
//          - At 300007 x 401, it is at least 0.9 times as fast as copy (before measuring).
//            Missed on the H200: Rows do not start at sector boundaries, and the link between the two partitions of
//            L2 is always busy; further/README.md has the counters.
//          - It is faster than "cublasSgeam" (before measuring).
//            Missed on the H100: Both are close to its memory's limit: a tie.
// Run      ./tutorial run transpose -- --rows 12 --cols 3000001
// See      ./tutorial explain transpose
// Source   ours

#include "further/cublas_geam.hpp"
#include "further/stage.hpp"
#include "further/transpose_lines.cuh"
#include "further/transpose_tall.cuh"

// [kernel]
constexpr unsigned threads = 512;
constexpr unsigned loads = 8;  // of a thread, in flight at once

// Three blocks per SM leave enough registers for all loads.
template <typename T>
__global__ void __launch_bounds__(threads, 3)
    transpose_flat(const T* in, T* out, unsigned rows, unsigned cols, ch08::Stage cut) {
  using ch08::tall::turned;
  extern __shared__ double2 dynamic[];  // aligned for every T
  T* stage = reinterpret_cast<T*>(dynamic);
  const unsigned first = blockIdx.x * cut.length;
  const unsigned columns = min(cut.length, cols - first);

  constexpr unsigned part_length = loads * 32;
  const unsigned parts = (cut.length + part_length - 1) / part_length;
  for (unsigned part = threadIdx.x / 32; part < parts * rows; part += threads / 32) {
    const unsigned line = part / parts;
    const unsigned col = part % parts * part_length + threadIdx.x % 32;
    const T* from = in + std::size_t{line} * cols + first + col;
    T held[loads];
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) held[k] = col + k * 32 < columns ? from[k * 32] : T{0};
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) {
      if (col + k * 32 < columns) stage[turned<T>((col + k * 32) * rows + line, cut.turn)] = held[k];
    }
  }

  __syncthreads();

  // One piece of memory. It begins with a whole sector: `first` is a multiple of 32.
  T* piece = out + std::size_t{first} * rows;
  const unsigned count = columns * rows;
  using V = typename ch08::Vector<T>::type;
  constexpr unsigned width = ch08::vector_width<T>;
  for (unsigned i = threadIdx.x * width; i < count; i += threads * width) {
    if (i + width <= count) {
      *reinterpret_cast<V*>(&piece[i]) = *reinterpret_cast<const V*>(&stage[turned<T>(i, cut.turn)]);
    } else {
      for (unsigned k = i; k < count; ++k) piece[k] = stage[turned<T>(k, cut.turn)];
    }
  }
}
// [kernel]

template <typename T>
void launch_flat(ch08::Problem<T>& matrix) {
  const auto [rows, cols] = matrix.shape;
  const ch08::Stage stage = ch08::stage_for<T>(rows, cols, 0);
  const unsigned blocks = tutorial::blocks_for(cols, static_cast<int>(stage.length));
  ch08::grant(transpose_flat<T>, stage);
  transpose_flat<<<blocks, threads, stage.bytes>>>(matrix.in.data(), matrix.out.data(), rows, cols, stage);
  CUDA_CHECK_LAUNCH();
}

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const auto measure = [&](const std::string& variant, const auto& launch) {
    matrix.out.poison();
    program.measure(matrix.row(variant), launch, [&] { return matrix.check_transposed(); });
  };

  // [rule]
  constexpr std::int64_t narrow_limit = 32;                    // at least half of a tile of 64 would be empty
  constexpr std::int64_t flat_limit = ch08::lines::tile_size;  // which one row of tiles covers
  const auto [rows, cols] = shape;
  const bool few_cols = cols <= narrow_limit || (cols <= ch08::stage_limit && cols % ch08::sector<T> != 0);
  if (few_cols && cols <= rows) {
    measure("few columns: whole rows staged", [&] { ch08::tall::launch(matrix); });
  } else if (rows <= flat_limit) {
    measure("few rows: whole columns staged", [&] { launch_flat(matrix); });
  } else {
    measure("windows in bands", [&] { ch08::lines::launch(matrix); });
  }
  // [rule]
  ch08::measure_cublas_geam(program, matrix);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
