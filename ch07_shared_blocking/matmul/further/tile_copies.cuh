#pragma once

#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "matmul/further/transposed_copy.cuh"

/// The copies of a block's tiles, without tests where there is no edge.
namespace matmul {

// A thread's share of the asynchronous copies of a block's tiles of A and B, stage after stage.
//
// If the tiles are completely inside the matrices, nothing is tested and nothing computed twice: an address
// is one multiply-add away from one that the thread keeps. At the edges every copy is tested, as before.
// `aligned`: n is a multiple of 4, and B is copied in groups of four. A is copied element by element, since it
// is transposed on the way.
template <bool aligned, int height, int width, int depth, int block_size>
class TileCopies {
 public:
  using ATile =
      float[depth][height + 4];  // transposed: a row a term; padded, for the banks of a warp's copies
  using BTile = float[depth][width];

  // For the tile of C at (first_row, first_col), from the first term on.
  __device__ TileCopies(const float* a, const float* b, unsigned first_row, unsigned first_col, unsigned m,
                        unsigned n, unsigned k)
      : a_(a),
        b_(b),
        first_row_(first_row),
        first_col_(first_col),
        m_(m),
        n_(n),
        k_(k),
        term_(0),
        inside_(first_row + height <= m && first_col + width <= n && n < row_limit && k < row_limit),
        a_from_(a + std::size_t{first_row + a_row()} * k + a_term()),
        b_from_(b + std::size_t{b_term()} * n + first_col + b_col()) {}

  // Starts the copies of the next `depth` terms and commits them. Past the end of k they are zeros.
  __device__ void start(ATile& a_to, BTile& b_to) {
    if (inside_ && term_ + depth <= k_) {
      start_inside(a_to, b_to);
    } else {
      start_copy_transposed<block_size, height>(a_to, a_, first_row_, term_, m_, k_);
      start_copy_of_rows<aligned, block_size>(b_to, b_, term_, first_col_, k_, n_);
    }
    __pipeline_commit();
    advance(1);
  }

  // Goes on to the terms `steps` steps further.
  __device__ void advance(unsigned steps) {
    term_ += steps * depth;
    a_from_ += steps * depth;
    b_from_ += std::size_t{steps * depth} * n_;
  }

 private:
  static constexpr unsigned row_limit = 1u << 30;  // a row's bytes are a number of 32 bits
  static constexpr unsigned group = aligned ? 4 : 1;
  static constexpr unsigned b_groups = width / group;  // a row
  static_assert(block_size % depth == 0 && height * depth % block_size == 0);
  static_assert(depth * b_groups % block_size == 0);

  // What the thread's first copy brings. A warp's copies of A are 4 rows of 8 terms or 2 of 16.
  __device__ static unsigned a_row() { return threadIdx.x / depth; }
  __device__ static unsigned a_term() { return threadIdx.x % depth; }
  __device__ static unsigned b_term() { return threadIdx.x / b_groups; }
  __device__ static unsigned b_col() { return threadIdx.x % b_groups * group; }

  // The address `rows` rows of `length` elements and `cols` elements behind `from`.
  __device__ static const float* behind(const float* from, unsigned rows, unsigned length, unsigned cols) {
    const auto* bytes = reinterpret_cast<const char*>(from);
    const auto row_bytes = static_cast<std::uint32_t>(length * sizeof(float));
    return reinterpret_cast<const float*>(bytes + std::uint64_t{rows} * row_bytes) + cols;
  }

  // [inside]
  __device__ void start_inside(ATile& a_to, BTile& b_to) const {
#pragma unroll
    for (unsigned row = 0; row < height; row += block_size / depth) {
      __pipeline_memcpy_async(&a_to[a_term()][a_row() + row], behind(a_from_, row, k_, 0), sizeof(float));
    }
#pragma unroll
    for (unsigned step = 0; step < depth * b_groups; step += block_size) {
      const unsigned term = step / b_groups;
      const unsigned col = step % b_groups * group;
      __pipeline_memcpy_async(&b_to[b_term() + term][b_col() + col], behind(b_from_, term, n_, col),
                              group * sizeof(float));
    }
  }
  // [inside]

  const float* a_;
  const float* b_;
  unsigned first_row_;
  unsigned first_col_;
  unsigned m_;
  unsigned n_;
  unsigned k_;
  unsigned term_;
  bool inside_;
  const float* a_from_;
  const float* b_from_;
};

}  // namespace matmul
