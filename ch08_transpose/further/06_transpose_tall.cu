// transpose_tall: what if a matrix has only a few columns?
// Step     tall: whole pieces
// Before   transpose_lines. If a matrix has 12 columns, a row of its tile has 12 of 64 elements: four of five threads are
//          idle.
// Change   A block takes complete rows. Together they are contiguous in memory, and the block copies them in order,
//          ignoring where a row ends: 16 bytes per thread, bypassing the registers, into shared memory (the stage). A
//          column there has a stride of `cols` elements, and no padding suits every `cols`. Instead each group of 32 banks
//          is rotated by some vectors of 4 elements. With 32 columns, where an unrotated column would fall in a single
//          bank, it is rotated by the number of the group:
//
//              bank          0  1  2  3  4  5  6  7  8  9 10 11 .. 31
//              group 0       0  1  2  3  4  5  6  7  8  9 10 11 .. 31
//              group 1      60 61 62 63 32 33 34 35 36 37 38 39 .. 59     column 0 is 0, 32, 64, 96 ..
//              group 2      88 89 90 91 92 93 94 95 64 65 66 67 .. 87
//
//          The windows of the output stay as they are. Matrices with more than 32 columns use the previous kernel, except
//          that up to 128 columns are staged if their rows do not start at sector boundaries.
//
// Expect   16 / 16 sectors per read of 16 bytes per lane, 4 / 4 per write. Conflict degree 1 if the number of columns is
//          odd, and never above 4 (double: 2), the width of a vector; shared memory has time for that. 3000001 x 12 runs
//          within 10% of a copy instead of at a third of it. 1000003 x 127: a tile requests 9 sectors from L2 where 8 are
//          the minimum, and reads 7 of 64 rows twice; the stage reads whole rows and 7 of 160 twice, together 9% less L2
//          traffic. Nothing changes for wide matrices.
//          - It is as fast as transpose_lines (before measuring).
//          - At 3000001 x 12, it is at least 0.9 times as fast as copy (before measuring).
// Run      ./tutorial run transpose_tall -- --rows 3000001 --cols 12
// See      ./tutorial explain transpose_tall
// Source   ours

#include <cuda_pipeline.h>

#include "further/lines.cuh"
#include "further/stage.hpp"

// [repeated]
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
// [repeated]

// [rule]
// At least half of a tile of 64 would be empty.
constexpr std::int64_t narrow_limit = 32;

// Whether whole rows are better staged than cut into tiles. Up to the second limit, tiles do as well where every row
// begins with a whole sector.
template <typename T>
bool stage_rows(const ch08::Shape& shape) {
  return shape.cols <= narrow_limit || (shape.cols <= ch08::stage_limit && shape.cols % ch08::sector<T> != 0);
}
// [rule]

template <typename T>
void launch_tall(ch08::Problem<T>& matrix) {
  const auto [rows, cols] = matrix.shape;
  const ch08::Stage stage = ch08::stage_for<T>(cols, rows, ch08::sector<T> - 1);
  const unsigned blocks =
      tutorial::blocks_for(rows + ch08::largest_shift<T>(rows), static_cast<int>(stage.length));
  ch08::grant(transpose_tall<T>, stage);
  transpose_tall<<<blocks, threads, stage.bytes>>>(matrix.in.data(), matrix.out.data(), rows, cols, stage);
  CUDA_CHECK_LAUNCH();
}

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  const bool tall = stage_rows<T>(shape);
  matrix.out.poison();
  program.measure(
      matrix.row(tall ? "few columns: whole rows staged" : "many columns: windows in bands"),
      [&] { tall ? launch_tall(matrix) : ch08::lines::launch(matrix); },
      [&] { return matrix.check_transposed(); });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
