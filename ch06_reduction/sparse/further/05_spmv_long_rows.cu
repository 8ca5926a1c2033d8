// spmv_long_rows: which thread should add a row that is as long as its whole share?
// Step     warps take long rows
// Before   In spmv_shares every block has the same work, but within a block a thread has a row: the thread with a long one
//          adds up to 2047 products alone, and the block occupies its SM for that time.
// Change   A thread adds a row if it has at most 64 products. It puts longer rows on a list in shared memory; after a second
//          barrier the warps take them from the list, 32 products per step, and shuffles add the lanes' sums:
//
//              products    A A A B C C C C C C C C C C C ...      rows A, B and C
//              thread 0    A A A      warp 0    0 1 2 3 4 5 6 ... its lanes side by side, on row C
//              thread 1          B
//
//          At most size / 65 rows of a share are longer than 64: that is the length of the list. The order of the rows on it
//          varies; the sum of a row does not.
//
// Expect   Poisson: only the second barrier is new. Uneven rows: one row of 66 has 65 entries or more, and these rows hold
//          over half of all entries; the longest wait within a block is now 64 steps instead of 2047. We expect it to be
//          faster by a third or more.
//          - It is as fast as spmv_shares (before measuring).
//            Why: It is faster, which we did not expect. The loop does not explain it: in the machine code of both, a
//            thread loads 16 products from shared memory and adds them in each round.
//          - At uneven, 16777216 rows, it is at least 1.33 times as fast as spmv_shares (before measuring).
//            Why: Other blocks hid the long wait within a block. The bottleneck of all of them is the random reads of
//            x.
// Run      ./tutorial run spmv_long_rows -- --data uneven
// See      ./tutorial explain spmv_long_rows -- --data uneven
// Source   Greathouse and Daga, SC 2014 (short rows by threads, long ones by groups)

#include "sparse/further/shares.cuh"
#include "sparse/spmv.hpp"

// [repeated]
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

// [repeated]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DeviceShares<T> shares(product.a, items_per_thread<T> * program.block());
  constexpr int carry_block = 256;
  const std::size_t shared_bytes = items_per_thread<T> * program.block() * sizeof(T);

  product.y.poison();
  program.measure(
      product.row("CSR, long rows by warps, " + std::to_string(program.block()) + " threads",
                  product.csr_bytes()),
      [&] {
        spmv_long_rows<<<shares.count(), program.block(), shared_bytes>>>(
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
  product.explain(program);
  program.note(shares.text());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
