#pragma once

#include <cstdint>

#include "sparse/further/shares.cuh"

/// @file
/// The kernel of spmv_long_rows, which spmv_choice launches too.

// The block needs items_per_thread<T> * blockDim.x * sizeof(T) bytes of dynamic shared memory.
template <typename T>
__global__ void spmv_long_rows(ch06::Index rows, std::int64_t items, const ch06::Index* first_row,
                               const ch06::Index* row_start, const ch06::Index* col, const T* value,
                               const T* x, T* y, T* carry) {
  T* product = dynamic_shared<T>();
  // [change]
  constexpr int most_for_a_thread = 64;
  __shared__ ch06::Index long_row[items_per_thread<T> * 1024 / (most_for_a_thread + 1) + 1];
  __shared__ int long_rows;
  if (threadIdx.x == 0) long_rows = 0;
  // [change]

  // The share ends in row `last`: at its first item if no part of that row is in the share.
  const std::int64_t first_item = std::int64_t{blockIdx.x} * items_per_thread<T> * blockDim.x;
  const std::int64_t end_item = first_item + items_per_thread<T> * blockDim.x < items
                                    ? first_item + items_per_thread<T> * blockDim.x
                                    : items;
  const ch06::Index first = first_row[blockIdx.x];
  const ch06::Index last = first_row[blockIdx.x + 1];
  const auto begin = static_cast<ch06::Index>(first_item - first);
  const auto end = static_cast<ch06::Index>(end_item - last);

  stage(product, col + begin, value + begin, x, end - begin);

  __syncthreads();

  // [change] [rows]
  for (std::int64_t row = std::int64_t{first} + threadIdx.x; row <= last && row < rows; row += blockDim.x) {
    const int from = in_share(row_start[row], begin, end);
    const int to = in_share(row_start[row + 1], begin, end);
    if (to - from > most_for_a_thread) {
      long_row[atomicAdd(&long_rows, 1)] = static_cast<ch06::Index>(row);
      continue;
    }
    T sum = 0;
    for (int e = from; e < to; ++e) sum += product[e];
    *(row < last ? y + row : carry + blockIdx.x) = sum;
  }

  // The list is complete.
  __syncthreads();

  const int lane = threadIdx.x % warp_size;
  for (int i = threadIdx.x / warp_size; i < long_rows; i += blockDim.x / warp_size) {
    const ch06::Index row = long_row[i];
    const int to = in_share(row_start[row + 1], begin, end);
    T sum = 0;
    for (int e = in_share(row_start[row], begin, end) + lane; e < to; e += warp_size) sum += product[e];
    sum = ch06::warp_sum(sum);
    if (lane == 0) *(row < last ? y + row : carry + blockIdx.x) = sum;
  }
  // [change] [rows]
}
