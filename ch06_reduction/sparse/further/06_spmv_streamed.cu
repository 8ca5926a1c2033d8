// spmv_streamed: which of its data should a product leave in the caches?
// Step     matrix evicted first
// Before   spmv_long_rows reads offsets, columns and values once and writes y once; it reads x once per entry. All of them
//          go through the same L2 cache, and newer data evict older data.
// Change   Data that are used once are read and written with a hint for that (`__ldcs`, `__stcs`: evict first). Nothing else
//          differs: it is a template parameter.
//
//              L2 before   col value col value x col value col x value col      a sixth of it is x
//              L2 after    x   x     x   col   x x   value x   x x     x        as much of x as it holds
//
// Expect   Uneven rows, 16.7 million of them: x is 67 MB, larger than the largest L2, and each of 170 million entries
//          requests a sector of it. Every sector that stays in L2 saves a read of memory. We expect a few percent,
//          since most of x still does not fit. Poisson: x has been used five times before it is evicted, with or
//          without the hint. But a share starts anywhere in a sector, and its neighbor reads the other part: a sector
//          that is evicted first is then read twice. We expect a loss. So we use the hint only if x is too large for
//          the cache.
//          - "CSR, streamed, 256 threads" is slower than "CSR, not streamed, 256 threads" (before measuring).
// Measured - At uneven, 16777216 rows, "CSR, streamed, 256 threads" is 1.02 to 1.08 times as fast as "CSR, not
//            streamed, 256 threads" (after measuring).
// Run      ./tutorial run spmv_streamed -- --data uneven, then --grid 4096
// See      ./tutorial explain spmv_streamed -- --data uneven
// Source   CUDA C++ Programming Guide (cache hints for loads and stores)

#include "sparse/further/shares.cuh"
#include "sparse/spmv.hpp"

// [change] [read]
// Reads *p; `streamed`: as data that will not be used again soon, so that the caches evict it first.
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
// [change] [read]

// product[i] = value[i] * x[col[i]] for i < count <= items_per_thread<T> * blockDim.x, by all threads of the block, side by
// side. A thread requests all its entries before it uses the first. No branch separates its loads: past the end it loads the
// last entry once more, and stores a product that is never read.
template <bool streamed, typename T>
__device__ void stage(T* product, const ch06::Index* col, const T* value, const T* x, int count) {
  if (count == 0) return;
  T staged[items_per_thread<T>];
  ch06::Index c[items_per_thread<T>];
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) {
    const int i = threadIdx.x + k * blockDim.x;
    // [change]
    c[k] = read<streamed>(col + (i < count ? i : count - 1));
    staged[k] = read<streamed>(value + (i < count ? i : count - 1));
    // [change]
  }
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) staged[k] *= x[c[k]];
#pragma unroll
  for (int k = 0; k < items_per_thread<T>; ++k) product[threadIdx.x + k * blockDim.x] = staged[k];
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

  // [change]
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
  // [change]
}

template <bool streamed, typename T>
void measure(tutorial::Program& program, ch06::Spmv<T>& product, const ch06::DeviceCsr<T>& a,
             ch06::DeviceShares<T>& shares) {
  constexpr int carry_block = 256;
  const std::size_t shared_bytes = items_per_thread<T> * program.block() * sizeof(T);
  product.y.poison();
  program.measure(
      product.row((streamed ? "CSR, streamed, " : "CSR, not streamed, ") + std::to_string(program.block()) +
                      " threads",
                  product.csr_bytes()),
      [&] {
        spmv_streamed<streamed><<<shares.count(), program.block(), shared_bytes>>>(
            product.a.rows, shares.items(), shares.first_row.data(), a.row_start.data(), a.col.data(),
            a.value.data(), product.x.data(), product.y.data(), shares.carry.data());
        CUDA_CHECK_LAUNCH();
        if (shares.rows_cut() > 0) {
          add_carries<<<shares.carry_blocks(carry_block), carry_block>>>(
              shares.rows_cut(), shares.many(), shares.cuts.data(), shares.carry.data(), product.y.data());
          CUDA_CHECK_LAUNCH();
        }
      },
      [&] { return product.check(); });
}

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DeviceShares<T> shares(product.a, items_per_thread<T> * program.block());
  measure<false>(program, product, a, shares);
  measure<true>(program, product, a, shares);
  product.explain(program);
  program.note(shares.text());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
