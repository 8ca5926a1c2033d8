#pragma once

#include <cstdint>

#include "sparse/further/blocks.hpp"
#include "words.cuh"

/// @file
/// The kernel of spmv_blocks, which spmv_choice launches too.

// [kernel]
// The word of x that starts at `first`, with zeros instead of elements past its end.
template <typename T>
__device__ typename ch06::Vector<T>::type word_of(const T* x, ch06::Index first, ch06::Index cols) {
  using Word = typename ch06::Vector<T>::type;
  constexpr int size = sizeof(Word) / sizeof(T);
  if (first + size <= cols) return *reinterpret_cast<const Word*>(x + first);
  Word word{};
#pragma unroll
  for (int k = 0; k < size; ++k) {
    if (first + k < cols) reinterpret_cast<T*>(&word)[k] = x[first + k];
  }
  return word;
}

// y = A x for `block_rows` rows of blocks, a warp each. blockDim.x is a multiple of 32.
template <typename T>
__global__ void spmv_blocks(ch06::Index rows, ch06::Index cols, ch06::Index block_rows,
                            const ch06::Index* row_start, const ch06::Index* block_col, const T* value,
                            const T* x, T* y) {
  using Word = typename ch06::Vector<T>::type;
  constexpr int side = ch06::block_side;
  constexpr int word = sizeof(Word) / sizeof(T);              // elements of a lane
  constexpr int row_lanes = side / word;                      // lanes of a block's row
  constexpr int block_lanes = side * row_lanes;               // of a block
  constexpr int at_once = tutorial::warp_size / block_lanes;  // blocks
  constexpr int in_flight = 2;

  const std::int64_t row = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / tutorial::warp_size;
  if (row >= block_rows) return;
  const int lane = threadIdx.x % tutorial::warp_size;
  const int own = lane % block_lanes;  // word of a block
  const std::int64_t end = row_start[row + 1];

  T sum = 0;
  for (std::int64_t first = row_start[row] + lane / block_lanes; first < end; first += in_flight * at_once) {
    Word factor[in_flight];
    ch06::Index c[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      const std::int64_t block = first + k * at_once;
      if (block < end) {
        c[k] = block_col[block] * side + own % row_lanes * word;
        factor[k] = __ldcs(reinterpret_cast<const Word*>(value) + block * block_lanes + own);
      }
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      if (first + k * at_once < end) sum += ch06::Vector<T>::dot(factor[k], word_of(x, c[k], cols));
    }
  }
  for (int offset = 1; offset < row_lanes; offset *= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, offset);
  for (int offset = block_lanes; offset < tutorial::warp_size; offset *= 2)
    sum += __shfl_xor_sync(0xFFFFFFFFu, sum, offset);
  const std::int64_t own_row = row * side + own / row_lanes;
  if (lane < block_lanes && own % row_lanes == 0 && own_row < rows) y[own_row] = sum;
}
// [kernel]
