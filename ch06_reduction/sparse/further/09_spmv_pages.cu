// spmv_pages: how many bits does a column take if neighboring rows use the same columns?
// Step     pages of columns
// Before   Half of a float matrix in compressed rows is column numbers of 32 bits. spmv_panels needs 16, but passes twice
//          over the products; spmv_blocks needs almost none if blocks are full. Most matrices are neither scattered nor
//          full: neighboring rows use the same ranges of columns again and again, a band, plus a hub here and there.
// Change   A share has a list of the pages that it uses: 32 adjacent columns each. An entry then needs 16 bits for the page
//          in the list and the column within the page:
//
//              columns of a share   3 5 1000 4 6 1001         32 bits each
//              pages                3, 1000                   32 bits each, once per share
//              page : column        0:0 0:2 1:0 0:1 0:3 1:1   16 bits each
//
//          A share has at most 2048 items, so 16 bits are always enough: each entry could have a page of its own. Its
//          entries start at a full quad, so a thread can load four neighbors in words of 8 and 16 bytes. Otherwise this is
//          spmv_long_rows.
//
// Expect   Bytes per entry: value 4 and column 2 instead of 8, and the list. Hubs: a share of 108 rows uses 4 pages of its
//          band and most of the 64 hubs, 0.2 bytes per entry. So a quarter fewer bytes, and we expect 1.2 times the speed of
//          spmv_streamed; we had measured a first form, which left the list to the L1 cache.
//          Poisson: a list of 33 pages for 1700 entries, 42 bytes per row instead of 52.
//          Scattered columns: a page for each entry, 10 bytes instead of 8. Slower.
//          - At random, 8386816 rows, it is slower than spmv_streamed (before measuring).
// Measured - At hubs, 4194304 rows, it is at least 1.15 times as fast as spmv_streamed (after measuring).
//          - It is faster than spmv_streamed (after measuring).
//          - At blocks, 2096704 rows, it is slower than spmv_blocks (after measuring).
// Run      ./tutorial run spmv_pages -- --grid 2048 --data hubs
// See      ./tutorial explain spmv_pages -- --data hubs
// Source   Willcock and Lumsdaine, ICS 2006 (columns in fewer bits); pages for each share are ours

#include <cstdint>

#include "sparse/further/pages.hpp"
#include "sparse/further/shares.cuh"
#include "sparse/spmv.hpp"

// [change]
// Four neighbors, as 16-byte words that will not be used again soon.
__device__ void load_quad(const float* from, float (&to)[4]) {
  const float4 word = __ldcs(reinterpret_cast<const float4*>(from));
  to[0] = word.x, to[1] = word.y, to[2] = word.z, to[3] = word.w;
}
__device__ void load_quad(const double* from, double (&to)[4]) {
  const double2 low = __ldcs(reinterpret_cast<const double2*>(from));
  const double2 high = __ldcs(reinterpret_cast<const double2*>(from) + 1);
  to[0] = low.x, to[1] = low.y, to[2] = high.x, to[3] = high.y;
}
__device__ void store_quad(float* to, const float (&from)[4]) {
  *reinterpret_cast<float4*>(to) = {from[0], from[1], from[2], from[3]};
}
__device__ void store_quad(double* to, const double (&from)[4]) {
  reinterpret_cast<double2*>(to)[0] = {from[0], from[1]};
  reinterpret_cast<double2*>(to)[1] = {from[2], from[3]};
}

// [repeated]
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
// [change]
// [repeated]

// [repeated]
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
// [repeated]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DevicePages<T> pages(ch06::make_pages(product.a));
  constexpr int carry_block = 256;

  product.y.poison();
  // The bytes are those of compressed rows, as in the rungs before; pages have fewer, so the ceiling is no roof.
  tutorial::Case row =
      product.row("pages of " + std::to_string(ch06::page_width) + " columns", product.csr_bytes());
  row.ceiling = tutorial::Ceiling::none;
  program.measure(
      row,
      [&] {
        // [launch]
        ch06::DeviceShares<T>& shares = pages.shares;
        spmv_pages<<<shares.count(), page_block>>>(
            product.a.rows, shares.items(), shares.first_row.data(), a.row_start.data(),
            pages.share_quad.data(), pages.share_page.data(), pages.first_col.data(), pages.col.data(),
            pages.value.data(), product.x.data(), product.y.data(), shares.carry.data());
        CUDA_CHECK_LAUNCH();
        if (shares.rows_cut() > 0) {
          add_carries<<<shares.carry_blocks(carry_block), carry_block>>>(
              shares.rows_cut(), shares.many(), shares.cuts.data(), shares.carry.data(), product.y.data());
          CUDA_CHECK_LAUNCH();
        }
        // [launch]
      },
      [&] { return product.check(); });
  product.explain(program);
  program.note(pages.shares.text() + "; " + std::to_string(pages.first_col.size()) + " pages");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options, true);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
