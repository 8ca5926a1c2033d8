// spmv_choice: which of these kernels should a program use if it knows the matrix only at run time?
// Step     chosen by matrix
// Before   Each of the previous steps is the fastest for some matrix, and none for all. spmv_in_flight needs rows of equal
//          length, spmv_blocks full blocks, spmv_pages rows that share their columns with their neighbors; spmv_panels is
//          for matrices without that if x is read often enough, spmv_long_rows for the rest.
// Change   The program analyzes the matrix once: how many rows and entries are there, how long is the longest row? A sample
//          shows how full blocks of 8 x 8 would be, and how many pages of columns an entry needs. That decides:
//
//              at most 1.5 slots per entry in blocks,
//                and longest row <= 8 x mean          blocks
//              longest row <= 1.5 x mean              a quarter of the mean in lanes per row (a power of two, at most 32),
//                                                     four entries in flight; one lane alone has its mean row in flight,
//                                                     up to 8
//              at most one page per 4 entries         pages
//              x > L2 / 8, read 8 times or more       panels
//              otherwise                              equal shares
//
//          The note below the table reports what was found and chosen, how long that took, and how long it took to convert
//          the matrix. The kernels are exactly those of the previous steps.
//
// Expect   For each kind of matrix, the speed of the best step, within 5%. So 1.3 times cuSPARSE, which uses one format for
//          all, if blocks are full, if there are hubs, and if columns are scattered and x is large. Poisson and bands
//          should be close to the ceiling; empty rows cost the read of an offset and the write of a zero. The steps had
//          been measured when the rule was written, and its first version was wrong: it used panels for 4 reads per element
//          of x, and pages instead of shares.
//          - It is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
//          - At band, 1 M rows, it is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
//          - At near, 65536 rows, it is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
// Measured - At hubs, 4194304 rows, it is faster than "cuSPARSE, CSR algorithm 1" (after measuring).
// Run      ./tutorial run spmv_choice -- --grid 4096, then --data uneven, empty, long; --grid 1000 --data band
// See      ./tutorial explain spmv_choice
// Source   the rule is ours; the same question in Greathouse and Daga, SC 2014

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "reduce.cuh"
#include "sparse/cusparse_spmv.hpp"
#include "sparse/further/blocks.hpp"
#include "sparse/further/pages.hpp"
#include "sparse/further/panels.hpp"
#include "words.cuh"

using tutorial::warp_size;

// [change]
enum class Format { rows, shares, blocks, pages, panels };

// How a matrix is best multiplied. The first two are compressed rows.
struct Choice {
  Format format = Format::rows;
  int lanes = 0;      // of rows: that share one
  int in_flight = 0;  // and entries that a lane asks for at once

  // "1 lane per row, 5 entries in flight", "pages of columns"
  std::string text() const {
    if (format == Format::shares) return "equal shares";
    if (format == Format::blocks) return "blocks of 8 x 8";
    if (format == Format::pages) return "pages of columns";
    if (format == Format::panels) return "panels of columns";
    return std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + " per row, " +
           std::to_string(in_flight) + (in_flight == 1 ? " entry" : " entries") + " in flight";
  }
};

// What the rule looks at.
struct Shape {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t entries;
  std::int64_t longest_row;
  std::int64_t x_bytes;
  double places_an_entry;  // in blocks
  double pages_an_entry;

  double mean() const { return rows == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(rows); }
};

template <typename T>
Shape shape_of(const ch06::Csr<T>& a) {
  return {.rows = a.rows,
          .cols = a.cols,
          .entries = a.count(),
          .longest_row = a.longest_row(),
          .x_bytes = std::int64_t{a.cols} * static_cast<std::int64_t>(sizeof(T)),
          .places_an_entry = ch06::places_an_entry(a),
          .pages_an_entry = ch06::pages_an_entry(a, ch06::make_shares(a, ch06::paged_share))};
}

// The longest row of an even matrix, in mean row lengths; and of one with one warp per row of blocks.
constexpr double most_uneven = 1.5;
constexpr double most_uneven_blocks = 8;

// Zeros are read like entries. Up to so many places an entry, blocks have fewer bytes than the other formats.
constexpr double most_places_an_entry = 1.5;

// With more pages than that, few entries share one.
constexpr double most_pages_an_entry = 0.25;

// How often each element of x is read, at least, for panels to be worth their second pass.
constexpr std::int64_t reads_worth_panels = 8;

// [rule]
Choice choose(const Shape& a, std::int64_t l2_bytes) {
  const double unevenness = a.entries == 0 ? 1 : static_cast<double>(a.longest_row) / a.mean();
  if (a.places_an_entry <= most_places_an_entry && unevenness <= most_uneven_blocks)
    return {.format = Format::blocks};
  if (unevenness > most_uneven) {
    if (a.pages_an_entry <= most_pages_an_entry) return {.format = Format::pages};
    const bool large = a.x_bytes > l2_bytes / 8 && a.entries >= reads_worth_panels * a.cols;
    return {.format = large ? Format::panels : Format::shares};
  }
  // A lane should have four entries at least, to have them in flight together; one lane alone takes a short row at once.
  Choice choice{.lanes = 1, .in_flight = 4};
  while (choice.lanes < 32 && 2 * choice.lanes * choice.in_flight <= a.mean()) choice.lanes *= 2;
  if (choice.lanes == 1) choice.in_flight = std::clamp(static_cast<int>(std::ceil(a.mean())), 1, 8);
  return choice;
}
// [rule]

// The rule's words for a matrix: "the longest row is 1.0 times the mean, 8.0 places an entry in blocks, 0.1 pages an entry:
// 1 lane per row, 5 entries in flight".
std::string reason(const Shape& a, const Choice& choice) {
  if (a.entries == 0) return "no entries: " + choice.text();
  const auto tenths = [](double value) {
    const auto rounded = static_cast<std::int64_t>(value * 10 + 0.5);
    return std::to_string(rounded / 10) + "." + std::to_string(rounded % 10);
  };
  return "the longest row is " + tenths(static_cast<double>(a.longest_row) / a.mean()) + " times the mean; " +
         tenths(a.places_an_entry) + " places an entry in blocks, " + tenths(a.pages_an_entry) +
         " pages an entry: " + choice.text();
}

// [change]

// Identical to spmv_in_flight; a test compares the two.
// [repeated]
// `lanes` neighboring lanes per row, each with `in_flight` entries in flight: columns and values are requested before the
// first x is, and every x before the first product is added.
template <int lanes, int in_flight, typename T>
__global__ void spmv_in_flight(ch06::Index rows, const ch06::Index* row_start, const ch06::Index* col,
                               const T* value, const T* x, T* y) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row = thread / lanes;
  const unsigned lane = threadIdx.x % lanes;

  T sum = 0;
  if (row < rows) {
    // Unsigned: a step past the last of 2^31 - 1 entries is no overflow.
    const unsigned end = row_start[row + 1];
#pragma unroll 1
    for (unsigned e = row_start[row] + lane; e < end; e += in_flight * lanes) {
      ch06::Index c[in_flight] = {};
      T factor[in_flight] = {};
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        if (e + k * lanes < end) {
          c[k] = col[e + k * lanes];
          factor[k] = value[e + k * lanes];
        }
      }
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        if (e + k * lanes < end) sum += factor[k] * x[c[k]];
      }
    }
  }
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset, lanes);
  }
  if (row < rows && lane == 0) y[row] = sum;
}
// [repeated]

// Identical to spmv_blocks; a test compares the two.
// [repeated]
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
// [repeated]

// Identical to spmv_long_rows; a test compares the two.
// [repeated]
// Items of a thread, entries or row ends: 32 bytes of products, so that the largest block needs no more shared memory than
// every device grants.
template <typename T>
constexpr int items_per_thread = 32 / sizeof(T);

// The block's dynamic shared memory as an array of T, as long as the launch says. (reduce_dynamic explains it.)
template <typename T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
}

// product[i] = value[i] * x[col[i]] for i < count <= items_per_thread<T> * blockDim.x, by all threads of the block, side by
// side. A thread requests all its entries before it uses the first. No branch separates its loads: past the end it loads the
// last entry once more, and stores a product that is never read.
template <typename T>
__device__ void stage(T* product, const ch06::Index* col, const T* value, const T* x, int count) {
  if (count == 0) return;
  T staged[items_per_thread<T>];
  ch06::Index c[items_per_thread<T>];
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) {
    const int i = threadIdx.x + k * blockDim.x;
    c[k] = col[i < count ? i : count - 1];
    staged[k] = value[i < count ? i : count - 1];
  }
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) staged[k] *= x[c[k]];
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) product[threadIdx.x + k * blockDim.x] = staged[k];
}

// Where entry e stands among the products of a share that has the entries begin .. end - 1; its first or its end for an
// entry of the shares before or behind.
__device__ int in_share(ch06::Index e, ch06::Index begin, ch06::Index end) {
  if (e < begin) return 0;
  return (e < end ? e : end) - begin;
}

// The block needs items_per_thread<T> * blockDim.x * sizeof(T) bytes of dynamic shared memory.
template <typename T>
__global__ void spmv_long_rows(ch06::Index rows, std::int64_t items, const ch06::Index* first_row,
                               const ch06::Index* row_start, const ch06::Index* col, const T* value,
                               const T* x, T* y, T* carry) {
  T* product = dynamic_shared<T>();
  constexpr int most_for_a_thread = 64;
  __shared__ ch06::Index long_row[items_per_thread<T> * 1024 / (most_for_a_thread + 1) + 1];
  __shared__ int long_rows;
  if (threadIdx.x == 0) long_rows = 0;

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
}

// y[row] += what the shares before its last one have of it, for each of `all` rows that are cut. The first `many` cuts, of
// many carries, take a block each; a thread each is enough for the others. blockDim.x is a multiple of 32. The order of the
// additions is always the same.
template <typename T>
__global__ void add_carries(ch06::Index all, ch06::Index many, const ch06::Cut* cuts, const T* carry, T* y) {
  __shared__ T warp_sums[warp_size];

  const bool whole_block = static_cast<ch06::Index>(blockIdx.x) < many;
  const ch06::Index i = whole_block ? blockIdx.x : many + (blockIdx.x - many) * blockDim.x + threadIdx.x;
  if (!whole_block) {
    if (i >= all) return;
    const ch06::Cut cut = cuts[i];
    T sum = 0;
    for (ch06::Index share = cut.begin; share < cut.end; ++share) sum += carry[share];
    y[cut.row] += sum;
    return;  // the whole block is here
  }

  const ch06::Cut cut = cuts[i];
  T sum = 0;
  for (ch06::Index share = cut.begin + threadIdx.x; share < cut.end; share += blockDim.x) sum += carry[share];
  sum = ch06::warp_sum(sum);
  if (threadIdx.x % warp_size == 0) warp_sums[threadIdx.x / warp_size] = sum;
  __syncthreads();

  if (threadIdx.x < warp_size) {
    sum = ch06::warp_sum(threadIdx.x < blockDim.x / warp_size ? warp_sums[threadIdx.x] : T{0});
    if (threadIdx.x == 0) y[cut.row] += sum;
  }
}
// [repeated]

// Identical to spmv_panels; a test compares the two.
// [repeated]
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

    __syncthreads();  // kept: tried in spmv_panels; panels need a large matrix here

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

    __syncthreads();  // kept: tried in spmv_panels: no thread needs this part of x any more

    begin = stop;
  }
}
// [repeated]

// Identical to spmv_panels; a test compares the two.
// [repeated]
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

  __syncthreads();  // kept: tried in spmv_panels

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

  __syncthreads();  // kept: tried in spmv_panels: the list is complete

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
// [repeated]

// Identical to spmv_pages; a test compares the two.
// [repeated]
constexpr int page_block = 128;
constexpr int quads_per_thread = ch06::paged_share / ch06::quad_size / page_block;

// The x of an entry.
template <typename T>
__device__ T x_of(const T* x, const ch06::Index* first_col, std::uint16_t col) {
  return x[first_col[col / ch06::page_width] + col % ch06::page_width];
}

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
// [repeated]

// Identical to spmv_pages; a test compares the two.
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

  const ch06::Index quad = share_quad[blockIdx.x];
  const ch06::Index page = share_page[blockIdx.x];
  const std::int64_t stored = std::int64_t{ch06::quad_size} * quad;
  stage(product, col + stored, value + stored, first_col + page, share_page[blockIdx.x + 1] - page, x,
        share_quad[blockIdx.x + 1] - quad);

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

// [change]
// Calls body with the one of `allowed` that is `value`, as a constant.
template <int... allowed, typename Body>
void with_constant(int value, std::integer_sequence<int, allowed...>, Body&& body) {
  static_cast<void>(((value == allowed && (body(std::integral_constant<int, allowed>{}), true)) || ...));
}

// The product by the rule: the constructor does everything that depends only on the matrix.
template <typename T>
class ChosenProduct {
 public:
  ChosenProduct(const ch06::Csr<T>& a, Choice choice) : rows_(a.rows), cols_(a.cols), choice_(choice) {
    if (choice.format == Format::shares)
      shares_ = std::make_unique<ch06::DeviceShares<T>>(a, items_per_thread<T> * share_block);
    if (choice.format == Format::blocks)
      blocks_ = std::make_unique<ch06::DeviceBlocks<T>>(ch06::to_blocks(a));
    if (choice.format == Format::pages) pages_ = std::make_unique<ch06::DevicePages<T>>(ch06::make_pages(a));
    if (choice.format == Format::panels) {
      panels_ = std::make_unique<ch06::DevicePanels<T>>(
          ch06::make_panels(a, ch06::panel_width<T>(a.cols, 0), ch06::items_per_share<T>(0)));
      ch06::allow_shared(multiply_panels<T>, panels_->x_bytes());
      resident_ = tutorial::resident_blocks(multiply_panels<T>, large_, panels_->x_bytes());
      ch06::allow_shared(sum_shares<T>, panels_->share_bytes());
    }
  }

  // [launch]
  void launch(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    switch (choice_.format) {
      case Format::shares: return launch_shares(a, x, y);
      case Format::blocks: return launch_blocks(x, y);
      case Format::panels: return launch_panels(a, x, y);
      case Format::pages: return launch_pages(a, x, y);
      case Format::rows: break;
    }
    if (choice_.lanes == 1) {
      with_constant(choice_.in_flight, std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8>{},
                    [&](auto in_flight) { launch_rows<1, in_flight>(a, x, y); });
    } else {
      with_constant(choice_.lanes, std::integer_sequence<int, 2, 4, 8, 16, 32>{},
                    [&](auto lanes) { launch_rows<lanes, 4>(a, x, y); });
    }
  }
  // [launch]

 private:
  static constexpr int block = 256;
  static constexpr int share_block = 128;  // small shares wait for each other in small groups

  template <int lanes, int in_flight>
  void launch_rows(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    const unsigned grid = tutorial::blocks_for(std::int64_t{lanes} * rows_, block);
    spmv_in_flight<lanes, in_flight>
        <<<grid, block>>>(rows_, a.row_start.data(), a.col.data(), a.value.data(), x, y);
    CUDA_CHECK_LAUNCH();
  }

  void launch_shares(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    spmv_long_rows<<<shares_->count(), share_block, items_per_thread<T> * share_block * sizeof(T)>>>(
        rows_, shares_->items(), shares_->first_row.data(), a.row_start.data(), a.col.data(), a.value.data(),
        x, y, shares_->carry.data());
    CUDA_CHECK_LAUNCH();
    launch_carries(*shares_, y);
  }

  void launch_blocks(const T* x, T* y) {
    const unsigned grid = tutorial::blocks_for(std::int64_t{warp_size} * blocks_->rows, block);
    spmv_blocks<<<grid, block>>>(rows_, cols_, blocks_->rows, blocks_->row_start.data(), blocks_->col.data(),
                                 blocks_->value.data(), x, y);
    CUDA_CHECK_LAUNCH();
  }

  void launch_panels(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    ch06::DeviceShares<T>& shares = panels_->shares;
    multiply_panels<<<resident_, large_, panels_->x_bytes()>>>(
        panels_->count, panels_->width, cols_, panels_->panel_quad.data(), panels_->col.data(),
        panels_->value.data(), x, panels_->product.data());
    CUDA_CHECK_LAUNCH();
    sum_shares<<<shares.count(), large_, panels_->share_bytes()>>>(
        shares.size(), rows_, shares.items(), panels_->count, shares.first_row.data(), a.row_start.data(),
        panels_->tile_begin.data(), panels_->place.data(), panels_->product.data(), y, shares.carry.data());
    CUDA_CHECK_LAUNCH();
    launch_carries(shares, y);
  }

  void launch_pages(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    ch06::DeviceShares<T>& shares = pages_->shares;
    spmv_pages<<<shares.count(), page_block>>>(
        rows_, shares.items(), shares.first_row.data(), a.row_start.data(), pages_->share_quad.data(),
        pages_->share_page.data(), pages_->first_col.data(), pages_->col.data(), pages_->value.data(), x, y,
        shares.carry.data());
    CUDA_CHECK_LAUNCH();
    launch_carries(shares, y);
  }

  void launch_carries(ch06::DeviceShares<T>& shares, T* y) {
    if (shares.rows_cut() == 0) return;
    add_carries<<<shares.carry_blocks(block), block>>>(shares.rows_cut(), shares.many(), shares.cuts.data(),
                                                       shares.carry.data(), y);
    CUDA_CHECK_LAUNCH();
  }

  ch06::Index rows_;
  ch06::Index cols_;
  Choice choice_;
  const int large_ = tutorial::large_block_size();
  unsigned resident_ = 0;  // blocks of multiply_panels
  std::unique_ptr<ch06::DeviceShares<T>> shares_;
  std::unique_ptr<ch06::DeviceBlocks<T>> blocks_;
  std::unique_ptr<ch06::DevicePages<T>> pages_;
  std::unique_ptr<ch06::DevicePanels<T>> panels_;
};
// [change]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  ch06::DeviceCsr<T> a(product.a);

  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const auto begin = Clock::now();
  const Shape shape = shape_of(product.a);
  const Choice choice = choose(shape, tutorial::device_attribute(cudaDevAttrL2CacheSize));
  const auto chosen_at = Clock::now();
  ChosenProduct<T> chosen(product.a, choice);
  const Milliseconds choosing = chosen_at - begin;
  const Milliseconds preparing = Clock::now() - chosen_at;

  product.y.poison();
  // The bytes are those of compressed rows, as in the rungs before; blocks and pages have fewer, so the ceiling is no
  // roof for them.
  tutorial::Case row = product.row(choice.text(), product.csr_bytes());
  if (choice.format == Format::blocks || choice.format == Format::pages)
    row.ceiling = tutorial::Ceiling::none;
  program.measure(
      row, [&] { chosen.launch(a, product.x.data(), product.y.data()); }, [&] { return product.check(); });
  ch06::measure_cusparse_csr(program, product, a, options);
  ch06::measure_cusparse_formats(program, product, a, options);
  product.explain(program);
  program.note("the rule: " + reason(shape, choice));
  if (tutorial::backend() == tutorial::Backend::cuda) {
    program.note("on the host, once for each matrix: chosen in " + tutorial::value_text(choosing.count()) +
                 " ms, prepared in " + tutorial::value_text(preparing.count()) + " ms");
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options, true);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
