#pragma once

#include <cstdint>

#include "sparse/further/panels.hpp"
#include "sparse/further/quads.cuh"
#include "sparse/further/shares.cuh"

/// @file
/// The kernels of spmv_panels, which spmv_choice launches too.

// [multiply]
// The products of all entries, each where its entry stands. A block takes as many quads as every other, from whatever panels,
// with the panel's part of x in shared memory: width * sizeof(T) bytes of it.
template <typename T>
__global__ void __launch_bounds__(1024)
    multiply_panels(ch06::Index panels, ch06::Index width, ch06::Index cols, const ch06::Index* panel_quad,
                    const std::uint16_t* col, const T* value, const T* x, T* product) {
  constexpr int in_flight = 4;  // quads of a thread
  const auto threads = static_cast<ch06::Index>(blockDim.x);
  T* x_panel = dynamic_shared<T>();
  const std::int64_t quads = panel_quad[panels];
  auto begin = static_cast<ch06::Index>(quads * blockIdx.x / gridDim.x);
  const auto end = static_cast<ch06::Index>(quads * (blockIdx.x + 1) / gridDim.x);

  ch06::Index panel = 0;  // as many end before the first quad
  for (ch06::Index first = 0; first < panels; first += threads) {
    const ch06::Index p = first + static_cast<ch06::Index>(threadIdx.x);
    panel += __syncthreads_count(p < panels && panel_quad[p + 1] <= begin);
  }

  for (; begin < end; ++panel) {
    const ch06::Index stop = panel_quad[panel + 1] < end ? panel_quad[panel + 1] : end;
    const std::int64_t first_col = std::int64_t{panel} * width;
#pragma unroll 8
    for (ch06::Index c = threadIdx.x; c < width && first_col + c < cols; c += threads)
      x_panel[c] = x[first_col + c];

    __syncthreads();

    for (ch06::Index first = begin + threadIdx.x; first < stop; first += in_flight * threads) {
      ushort4 c[in_flight];
      T factor[in_flight][4];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        const ch06::Index quad = first + k * threads;
        if (quad >= stop) continue;
        c[k] = __ldcs(reinterpret_cast<const ushort4*>(col) + quad);
        load_quad(value + 4 * std::int64_t{quad}, factor[k]);
      }
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        const ch06::Index quad = first + k * threads;
        if (quad >= stop) continue;
        factor[k][0] *= x_panel[c[k].x];
        factor[k][1] *= x_panel[c[k].y];
        factor[k][2] *= x_panel[c[k].z];
        factor[k][3] *= x_panel[c[k].w];
        store_quad(product + 4 * std::int64_t{quad}, factor[k]);
      }
    }

    __syncthreads();  // no thread needs this part of x any more

    begin = stop;
  }
}
// [multiply]

// [sum]
// Adds the rows of a share of `size` items, as spmv_long_rows does. Its products come from the previous launch: a warp
// loads those of a tile.
template <typename T>
__global__ void __launch_bounds__(1024)
    sum_shares(ch06::Index size, ch06::Index rows, std::int64_t items, ch06::Index panels,
               const ch06::Index* first_row, const ch06::Index* row_start, const ch06::Index* tile_begin,
               const std::uint16_t* place, const T* product, T* y, T* carry) {
  constexpr int in_flight = 4;  // products of a lane
  constexpr int most_for_a_thread = 64;
  T* shared = dynamic_shared<T>();
  __shared__ ch06::Index long_row[ch06::largest_share / (most_for_a_thread + 1) + 1];
  __shared__ int long_rows;
  if (threadIdx.x == 0) long_rows = 0;

  // The share ends in row `last`: at its first item if no part of that row is in the share.
  const std::int64_t first_item = std::int64_t{blockIdx.x} * size;
  const std::int64_t end_item = first_item + size < items ? first_item + size : items;
  const ch06::Index first = first_row[blockIdx.x];
  const ch06::Index last = first_row[blockIdx.x + 1];
  const auto begin = static_cast<ch06::Index>(first_item - first);
  const auto end = static_cast<ch06::Index>(end_item - last);

  // The bounds of the next tile are requested before this one is loaded. Unsigned: a step past the last of
  // 2^31 - 1 entries is no overflow.
  const int lane = threadIdx.x % warp_size;
  const int warps = blockDim.x / warp_size;
  const ch06::Index* tiles = tile_begin + std::int64_t{blockIdx.x} * panels;
  ch06::Index panel = threadIdx.x / warp_size;
  unsigned next_begin = panel < panels ? tiles[panel] : 0;
  unsigned next_end = panel < panels ? tiles[panels + panel] : 0;
  while (panel < panels) {
    unsigned e = next_begin + lane;
    const unsigned tile_end = next_end;
    panel += warps;
    if (panel < panels) {
      next_begin = tiles[panel];
      next_end = tiles[panels + panel];
    }
    for (; e < tile_end; e += in_flight * warp_size) {
      T value[in_flight];
      std::uint16_t to[in_flight];
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        if (e + k * warp_size >= tile_end) continue;
        value[k] = __ldcs(product + e + k * warp_size);
        to[k] = __ldcs(place + e + k * warp_size);
      }
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        if (e + k * warp_size < tile_end) shared[to[k]] = value[k];
      }
    }
  }

  __syncthreads();

  for (std::int64_t row = std::int64_t{first} + threadIdx.x; row <= last && row < rows; row += blockDim.x) {
    const int from = in_share(row_start[row], begin, end);
    const int to = in_share(row_start[row + 1], begin, end);
    if (to - from > most_for_a_thread) {
      long_row[atomicAdd(&long_rows, 1)] = static_cast<ch06::Index>(row);
      continue;
    }
    T sum = 0;
    for (int e = from; e < to; ++e) sum += shared[ch06::skewed(e)];
    *(row < last ? y + row : carry + blockIdx.x) = sum;
  }

  __syncthreads();  // the list is complete

  for (int i = threadIdx.x / warp_size; i < long_rows; i += warps) {
    const ch06::Index row = long_row[i];
    const int to = in_share(row_start[row + 1], begin, end);
    T sum = 0;
    for (int e = in_share(row_start[row], begin, end) + lane; e < to; e += warp_size)
      sum += shared[ch06::skewed(e)];
    sum = ch06::warp_sum(sum);
    if (lane == 0) *(row < last ? y + row : carry + blockIdx.x) = sum;
  }
}
// [sum]
