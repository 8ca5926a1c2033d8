// spmv_choice: which of these kernels should a program take, if it knows the matrix only when it runs?
// Step     chosen by matrix
// Before   spmv_in_flight is the fastest where all rows are about as long, and hopeless where one is a thousand times
//          longer than the others. spmv_streamed does not care, and pays for it: with products in shared memory, a
//          barrier or two, and a second launch; and whether to stream is a question of x.
// Change   one look at the offsets, once for each matrix: how many rows, how many entries, how long is the longest row?
//          That decides:
//
//              longest row > 1.5 x mean     equal shares, long rows by warps; streamed if x > L2 / 2
//                                           and has two reads or more an element
//              else                         a quarter of the mean in lanes a row (a power of two, 32 at most), four
//                                           entries in flight; one lane alone has its mean row in flight, up to 8
//
//          The note below the table says what was found and chosen, and how long that took. The kernels are those of the
//          rungs before.
//
// Expect   In each kind of matrix what the best of them reaches, so ahead of cuSPARSE, which has to serve them all as
//          well: Poisson and bands near the ceiling; empty rows at the cost of an offset read and a zero written. Uneven
//          rows with scattered columns are as fast as random reads of x are, which no order of the work changes: there
//          we expect a tie.
// Predicts - It is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
//          - At uneven, 16777216 rows, it is as fast as "cuSPARSE, CSR algorithm 1" (before measuring).
//          - At band, 1 M rows, it is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
//            Why: On the H100 both are at what its memory gives, a tie.
//          - At near, 65536 rows, it is faster than "cuSPARSE, CSR algorithm 1" (before measuring).
//            Why: On the H100 cuSPARSE is ahead. The rule, a quarter of the mean row in lanes and four entries
//            under way, was found on an H200; others were not tried on an H100.
// Run      ./tutorial run spmv_choice -- --grid 4096, then --data uneven, empty, long; --grid 1000 --data band
// See      ./tutorial explain spmv_choice
// Source   the rule is ours; the same question in Greathouse and Daga, SC 2014

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

#include "memory/device.hpp"
#include "reduce.cuh"
#include "sparse/cusparse_spmv.hpp"
#include "sparse/further/shares.hpp"

using tutorial::warp_size;

// [change]
// How a matrix in compressed rows is best multiplied.
struct Choice {
  int lanes = 0;          // that share a row; 0: equal shares instead
  int in_flight = 0;      // entries a lane asks for at once
  bool streamed = false;  // of shares: the matrix passes by the caches

  // "1 lane a row, 5 entries in flight", "equal shares, streamed"
  std::string text() const {
    if (lanes == 0) return streamed ? "equal shares, streamed" : "equal shares";
    return std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + " a row, " +
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

  double mean() const { return rows == 0 ? 0 : static_cast<double>(entries) / static_cast<double>(rows); }
};

// The longest row of an even matrix, in mean row lengths.
constexpr double most_uneven = 1.5;

// How often each element of x is read, at least, for it to be worth keeping.
constexpr std::int64_t reads_worth_keeping = 2;

// A row's lanes wait for the longest row beside them, and all wait for the longest row of all. Where that is hardly
// longer than the mean we share out rows, else items; and where x is read again and again, and fills more than half of
// the L2 cache, nothing that is used once may push it out.
//
// A lane should have four entries at least, to have them in flight together; one lane alone takes a short row at once.
// [rule]
Choice choose(const Shape& a, std::int64_t l2_bytes) {
  if (static_cast<double>(a.longest_row) > most_uneven * a.mean()) {
    return {.streamed = a.x_bytes > l2_bytes / 2 && a.entries >= reads_worth_keeping * a.cols};
  }
  Choice choice{.lanes = 1, .in_flight = 4};
  while (choice.lanes < 32 && 2 * choice.lanes * choice.in_flight <= a.mean()) choice.lanes *= 2;
  if (choice.lanes == 1) choice.in_flight = std::clamp(static_cast<int>(std::ceil(a.mean())), 1, 8);
  return choice;
}
// [rule]

// The rule's words for a matrix: "the longest row is 1.0 times the mean: 1 lane a row, 5 entries in flight".
std::string reason(const Shape& a, const Choice& choice) {
  if (a.entries == 0) return "no entries: " + choice.text();
  const auto tenths = static_cast<std::int64_t>(static_cast<double>(a.longest_row) / a.mean() * 10 + 0.5);
  return "the longest row is " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
         " times the mean" +
         (choice.streamed ? ", and x, read again and again, fills more than half of L2" : "") + ": " +
         choice.text();
}

// [change]

// The two ways to multiply: a row for one lane or several, as in spmv_in_flight; equal shares, as in spmv_streamed.

// `lanes` neighbouring lanes a row, each with `in_flight` entries under way: columns and values are asked for before the
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

// Reads *p; `streamed`: as data that nobody will want again soon, so that the caches give it up first.
template <bool streamed, typename T>
__device__ T read(const T* p) {
  return streamed ? __ldcs(p) : *p;
}

// The same for writing.
template <bool streamed, typename T>
__device__ void write(T* p, T value) {
  if (streamed) {
    __stcs(p, value);
  } else {
    *p = value;
  }
}

// product[i] = value[i] * x[col[i]] for i < count <= items_per_thread<T> * blockDim.x, by all threads of the block, side by
// side. A thread asks for all its entries before it uses the first. No branch divides its loads: past the end it takes the
// last entry once more, and leaves the product where nobody looks.
template <bool streamed, typename T>
__device__ void stage(T* product, const ch06::Index* col, const T* value, const T* x, int count) {
  if (count == 0) return;
  T staged[items_per_thread<T>];
  ch06::Index c[items_per_thread<T>];
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) {
    const int i = threadIdx.x + k * blockDim.x;
    c[k] = read<streamed>(col + (i < count ? i : count - 1));
    staged[k] = read<streamed>(value + (i < count ? i : count - 1));
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
template <bool streamed, typename T>
__global__ void spmv_streamed(ch06::Index rows, std::int64_t items, const ch06::Index* first_row,
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

  stage<streamed>(product, col + begin, value + begin, x, end - begin);

  __syncthreads();

  for (std::int64_t row = std::int64_t{first} + threadIdx.x; row <= last && row < rows; row += blockDim.x) {
    const int from = in_share(read<streamed>(row_start + row), begin, end);
    const int to = in_share(read<streamed>(row_start + row + 1), begin, end);
    if (to - from > most_for_a_thread) {
      long_row[atomicAdd(&long_rows, 1)] = static_cast<ch06::Index>(row);
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
    const ch06::Index row = long_row[i];
    const int to = in_share(read<streamed>(row_start + row + 1), begin, end);
    T sum = 0;
    for (int e = in_share(read<streamed>(row_start + row), begin, end) + lane; e < to; e += warp_size)
      sum += product[e];
    sum = ch06::warp_sum(sum);
    if (lane == 0) write<streamed>(row < last ? y + row : carry + blockIdx.x, sum);
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

// [change]
// Calls body with the one of `allowed` that is `value`, as a constant.
template <int... allowed, typename Body>
void with_constant(int value, std::integer_sequence<int, allowed...>, Body&& body) {
  static_cast<void>(((value == allowed && (body(std::integral_constant<int, allowed>{}), true)) || ...));
}

// The product as the rule wants it: what depends on the matrix alone is done in the constructor.
template <typename T>
class ChosenProduct {
 public:
  ChosenProduct(const ch06::Csr<T>& a, Choice choice)
      : rows_(a.rows), choice_(choice), block_(block_size(choice)) {
    if (choice.lanes == 0) shares_ = std::make_unique<ch06::DeviceShares<T>>(a, items_per_thread<T> * block_);
  }

  int block() const { return block_; }

  // [launch]
  void launch(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    if (choice_.lanes == 0) {
      const auto kernel = choice_.streamed ? spmv_streamed<true, T> : spmv_streamed<false, T>;
      const std::size_t shared_bytes = items_per_thread<T> * block_ * sizeof(T);
      kernel<<<shares_->count(), block_, shared_bytes>>>(rows_, shares_->items(), shares_->first_row.data(),
                                                         a.row_start.data(), a.col.data(), a.value.data(), x,
                                                         y, shares_->carry.data());
      CUDA_CHECK_LAUNCH();
      if (shares_->rows_cut() > 0) {
        constexpr int carry_block = 256;
        add_carries<<<shares_->carry_blocks(carry_block), carry_block>>>(
            shares_->rows_cut(), shares_->many(), shares_->cuts.data(), shares_->carry.data(), y);
        CUDA_CHECK_LAUNCH();
      }
    } else if (choice_.lanes == 1) {
      with_constant(choice_.in_flight, std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8>{},
                    [&](auto in_flight) { launch_rows<1, in_flight>(a, x, y); });
    } else {
      with_constant(choice_.lanes, std::integer_sequence<int, 2, 4, 8, 16, 32>{},
                    [&](auto lanes) { launch_rows<lanes, 4>(a, x, y); });
    }
  }
  // [launch]

 private:
  // Small shares wait for each other in small groups. But where x is what all wait for, fewer and larger ones leave fewer
  // rows cut.
  static int block_size(Choice choice) {
    if (choice.lanes > 0) return 256;
    return choice.streamed ? tutorial::large_block_size() : 128;
  }

  template <int lanes, int in_flight>
  void launch_rows(const ch06::DeviceCsr<T>& a, const T* x, T* y) {
    const unsigned blocks = tutorial::blocks_for(std::int64_t{lanes} * rows_, block_);
    spmv_in_flight<lanes, in_flight>
        <<<blocks, block_>>>(rows_, a.row_start.data(), a.col.data(), a.value.data(), x, y);
    CUDA_CHECK_LAUNCH();
  }

  ch06::Index rows_;
  Choice choice_;
  int block_;
  std::unique_ptr<ch06::DeviceShares<T>> shares_;
};
// [change]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  ch06::DeviceCsr<T> a(product.a);

  const auto begin = std::chrono::steady_clock::now();
  const Shape shape{.rows = product.a.rows,
                    .cols = product.a.cols,
                    .entries = product.a.count(),
                    .longest_row = product.a.longest_row(),
                    .x_bytes = static_cast<std::int64_t>(product.x.bytes())};
  const Choice choice = choose(shape, ch06::device().l2);
  ChosenProduct<T> chosen(product.a, choice);
  const std::chrono::duration<double, std::milli> prepared = std::chrono::steady_clock::now() - begin;

  product.y.poison();
  program.measure(
      product.row("CSR, " + choice.text() + ", " + std::to_string(chosen.block()) + " threads",
                  product.csr_bytes()),
      [&] { chosen.launch(a, product.x.data(), product.y.data()); }, [&] { return product.check(); });
  ch06::measure_cusparse(program, product, a, options);
  product.explain(program);
  program.note("the rule: " + reason(shape, choice));
  if (tutorial::backend() == tutorial::Backend::cuda) {
    program.note("prepared on the host, once for each matrix: " + tutorial::value_text(prepared.count()) +
                 " ms");
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options, true);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
