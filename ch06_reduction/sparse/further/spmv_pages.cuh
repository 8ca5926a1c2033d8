#pragma once

#include <cstdint>

#include "sparse/further/pages.hpp"
#include "sparse/further/quads.cuh"
#include "sparse/further/shares.cuh"

/// @file
/// The kernel of spmv_pages, which spmv_choice launches too.

constexpr int page_block = 128;
constexpr int quads_per_thread = ch06::paged_share / ch06::quad_size / page_block;

// The x of an entry.
template <typename T>
__device__ T x_of(const T* x, const ch06::Index* first_col, std::uint16_t col) {
  return x[first_col[col / ch06::page_width] + col % ch06::page_width];
}

// [stage]
// The products of a share's `count` quads, by all threads of the block; `pages` of its list are in shared memory meanwhile,
// where the products will be. A thread requests all its quads before it uses the first. No branch separates its loads: past
// the end it loads the last quad once more, and stores products that are never read.
template <typename T>
__device__ void stage(T* product, const std::uint16_t* col, const T* value, const ch06::Index* first_col,
                      int pages, const T* x, ch06::Index count) {
  if (count == 0) return;
  ushort4 c[quads_per_thread];
  T staged[quads_per_thread][4];
#pragma unroll
  for (int k = 0; k < quads_per_thread; ++k) {
    const ch06::Index i = threadIdx.x + k * page_block;
    const ch06::Index quad = i < count ? i : count - 1;
    c[k] = __ldcs(reinterpret_cast<const ushort4*>(col) + quad);
    load_quad(value + ch06::quad_size * quad, staged[k]);
  }
  auto* list = reinterpret_cast<ch06::Index*>(product);
  for (int i = threadIdx.x; i < pages; i += page_block) list[i] = first_col[i];

  __syncthreads();

#pragma unroll
  for (int k = 0; k < quads_per_thread; ++k) {
    staged[k][0] *= x_of(x, list, c[k].x);
    staged[k][1] *= x_of(x, list, c[k].y);
    staged[k][2] *= x_of(x, list, c[k].z);
    staged[k][3] *= x_of(x, list, c[k].w);
  }

  __syncthreads();  // no thread needs the list any more

#pragma unroll
  for (int k = 0; k < quads_per_thread; ++k)
    store_quad(product + ch06::quad_size * (threadIdx.x + k * page_block), staged[k]);
}
// [stage]

template <typename T>
__global__ void __launch_bounds__(page_block)
    spmv_pages(ch06::Index rows, std::int64_t items, const ch06::Index* first_row,
               const ch06::Index* row_start, const ch06::Index* share_quad, const ch06::Index* share_page,
               const ch06::Index* first_col, const std::uint16_t* col, const T* value, const T* x, T* y,
               T* carry) {
  __shared__ __align__(16) T product[ch06::paged_share];
  constexpr int most_for_a_thread = 64;
  __shared__ ch06::Index long_row[ch06::paged_share / (most_for_a_thread + 1) + 1];
  __shared__ int long_rows;
  if (threadIdx.x == 0) long_rows = 0;

  // The share ends in row `last`: at its first item if no part of that row is in the share.
  const std::int64_t first_item = std::int64_t{blockIdx.x} * ch06::paged_share;
  const std::int64_t end_item =
      first_item + ch06::paged_share < items ? first_item + ch06::paged_share : items;
  const ch06::Index first = first_row[blockIdx.x];
  const ch06::Index last = first_row[blockIdx.x + 1];
  const auto begin = static_cast<ch06::Index>(first_item - first);
  const auto end = static_cast<ch06::Index>(end_item - last);

  // [change]
  const ch06::Index quad = share_quad[blockIdx.x];
  const ch06::Index page = share_page[blockIdx.x];
  const std::int64_t stored = std::int64_t{ch06::quad_size} * quad;
  stage(product, col + stored, value + stored, first_col + page, share_page[blockIdx.x + 1] - page, x,
        share_quad[blockIdx.x + 1] - quad);
  // [change]

  __syncthreads();

  for (std::int64_t row = std::int64_t{first} + threadIdx.x; row <= last && row < rows; row += page_block) {
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
  for (int i = threadIdx.x / warp_size; i < long_rows; i += page_block / warp_size) {
    const ch06::Index row = long_row[i];
    const int to = in_share(row_start[row + 1], begin, end);
    T sum = 0;
    for (int e = in_share(row_start[row], begin, end) + lane; e < to; e += warp_size) sum += product[e];
    sum = ch06::warp_sum(sum);
    if (lane == 0) *(row < last ? y + row : carry + blockIdx.x) = sum;
  }
}
