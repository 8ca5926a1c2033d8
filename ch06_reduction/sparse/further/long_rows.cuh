#pragma once

#include "sparse/further/shares.cuh"

namespace ch06 {

/// y = A x but for the carries, a share a block: rows of up to most_for_a_thread products of it by threads, longer ones by
/// warps. streamed: what is used once is read and written past the caches, so that x stays in them. The block needs each<T> * blockDim.x * sizeof(T) bytes of dynamic shared memory.
// [kernel]
template <bool streamed = false, typename T>
__global__ void spmv_long_rows(Index rows, std::int64_t items, const Index* first_row, const Index* row_start,
                               const Index* col, const T* value, const T* x, T* y, T* carry) {
  T* product = dynamic_shared<T>();
  constexpr int most_for_a_thread = 64;
  __shared__ Index long_row[each<T> * 1024 / (most_for_a_thread + 1) + 1];
  __shared__ int long_rows;

  // The share ends in row `last`: at its first item if no part of that row is in the share.
  const std::int64_t first_item = std::int64_t{blockIdx.x} * each<T> * blockDim.x;
  const std::int64_t end_item =
      first_item + each<T> * blockDim.x < items ? first_item + each<T> * blockDim.x : items;
  const Index first = first_row[blockIdx.x];
  const Index last = first_row[blockIdx.x + 1];
  const auto begin = static_cast<Index>(first_item - first);
  const auto end = static_cast<Index>(end_item - last);

  if (threadIdx.x == 0) long_rows = 0;
  stage<streamed>(product, col + begin, value + begin, x, end - begin);

  __syncthreads();

  for (std::int64_t row = std::int64_t{first} + threadIdx.x; row <= last && row < rows; row += blockDim.x) {
    const int from = in_share(read<streamed>(row_start + row), begin, end);
    const int to = in_share(read<streamed>(row_start + row + 1), begin, end);
    if (to - from > most_for_a_thread) {
      long_row[atomicAdd(&long_rows, 1)] = static_cast<Index>(row);
      continue;
    }
    T sum = 0;
    for (int e = from; e < to; ++e) sum += product[e];
    write<streamed>(row < last ? y + row : carry + blockIdx.x, sum);
  }

  // The list is complete.
  __syncthreads();

  const int lane = threadIdx.x % warp_size;
  for (int i = threadIdx.x / warp_size; i < long_rows; i += blockDim.x / warp_size) {
    const Index row = long_row[i];
    const int to = in_share(read<streamed>(row_start + row + 1), begin, end);
    T sum = 0;
    for (int e = in_share(read<streamed>(row_start + row), begin, end) + lane; e < to; e += warp_size)
      sum += product[e];
    sum = warp_sum(sum);
    if (lane == 0) write<streamed>(row < last ? y + row : carry + blockIdx.x, sum);
  }
}
// [kernel]

}  // namespace ch06
