#pragma once

#include <algorithm>
#include <vector>

#include "matmul/further/lines.cuh"
#include "tutorial/tutorial.hpp"

/// Floats as pairs of fp16 numbers, in the order in which matmul_tensor loads them. The matrix as a whole has one scale.
namespace matmul::pieces {

constexpr int block_size = 256;
constexpr int piece = 16;        // rows or columns, and terms, of a piece
constexpr int piece_words = 64;  // uint4: a lane's high halves, 32 times; a lane's low halves, 32 times

// [sizes] [change]
// The largest and the smallest size in a matrix; blockIdx.y says in which.
__global__ void __launch_bounds__(block_size)
    find_sizes(const float* a, std::size_t a_count, const float* b, std::size_t b_count, Sizes* sizes) {
  const float* matrix = blockIdx.y == 0 ? a : b;
  const std::size_t count = blockIdx.y == 0 ? a_count : b_count;
  Sizes found = {0, 0};
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * block_size) {
    const unsigned bits = __float_as_uint(matrix[i]) & 0x7fffffffu;
    found.largest = max(found.largest, bits);
    if (bits != 0) found.not_smallest = max(found.not_smallest, ~bits);
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    found.largest = max(found.largest, __shfl_xor_sync(0xffffffffu, found.largest, offset));
    found.not_smallest = max(found.not_smallest, __shfl_xor_sync(0xffffffffu, found.not_smallest, offset));
  }
  if (threadIdx.x % 32 != 0) return;
  atomicMax(&sizes[blockIdx.y].largest, found.largest);
  atomicMax(&sizes[blockIdx.y].not_smallest, found.not_smallest);
}
// [sizes] [change]

// [split] [change]
// Splits a matrix into fragments, those of 16 lines one after the other. A thread makes a lane's part of one: of lines r
// and r + 8 the terms 2 q, 2 q + 1, 2 q + 8 and 2 q + 9, for lane 4 r + q. Outside of the matrix there are zeros.
__global__ void __launch_bounds__(block_size) split_matrix(Lines matrix, unsigned steps, std::size_t count,
                                                           const Sizes* sizes, int which, uint4* pieces) {
  const std::size_t number = (std::size_t{blockIdx.x} * block_size + threadIdx.x) / 32;
  if (number >= count || !fits_halves(sizes)) return;
  const unsigned lane = threadIdx.x % 32;
  const float scale = ldexpf(1, matmul::shift_of(sizes[which]));
  const unsigned line = static_cast<unsigned>(number / steps) * piece + lane / 4;
  const unsigned term = static_cast<unsigned>(number % steps) * piece + lane % 4 * 2;
  unsigned high[4], low[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const auto halves_of = [&](unsigned next) {
      return matmul::split(scale * matrix.at(line + i % 2 * 8, term + i / 2 * 8 + next));
    };
    const matmul::Halves first = halves_of(0), second = halves_of(1);
    high[i] = pack(first.high, second.high);
    low[i] = pack(first.low, second.low);
  }
  uint4* to = pieces + number * piece_words + lane;
  to[0] = {high[0], high[1], high[2], high[3]};
  to[32] = {low[0], low[1], low[2], low[3]};
}
// [split] [change]

// Splits a matrix. @param tile_pieces  pieces that a block of the product takes of 16 terms
class Pieces {
 public:
  Pieces(const Lines& matrix, unsigned steps, int tile_pieces)
      : matrix_(matrix),
        steps_(steps),
        count_(std::size_t{tutorial::blocks_for(matrix.lines, piece * tile_pieces)} * tile_pieces * steps),
        pieces_(count_ * piece_words) {}

  void launch(const Sizes* sizes, int which) {
    split_matrix<<<tutorial::blocks_for(static_cast<std::int64_t>(32 * count_), block_size), block_size>>>(
        matrix_, steps_, count_, sizes, which, pieces_.data());
    CUDA_CHECK_LAUNCH();
  }
  const uint4* data() const { return pieces_.data(); }

 private:
  Lines matrix_;
  unsigned steps_;
  std::size_t count_;
  tutorial::DeviceBuffer<uint4> pieces_;
};

}  // namespace matmul::pieces
