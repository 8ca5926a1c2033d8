// spmv_shares: what if every block gets the same amount of work, wherever the rows end?
// Step     equal shares
// Before   spmv_staged gives a block as many rows as it has threads. If rows are uneven, so is the work: a block may have
//          nothing to do, or 32 passes.
// Change   The work is divided by items: an entry is one, and the end of a row, where a y is written, is one, too. Each
//          block gets 8 per thread (double: 4), so its entries always fit into one pass. The end of a share may split a
//          row. Then each share adds its own part: the share where the row ends writes y, the previous ones store their
//          parts as carries, and a second, small launch adds them, in a fixed order:
//
//              items      a b c | | d e f g h i j | k |      "|": the end of a row, where y is written
//              shares     <-----> <-----> <-----> <--->      d .. j is cut twice: two carries, and y has j alone
//
//          The row in which a share starts depends only on the structure of the matrix. The host finds it once, by a binary
//          search per share, as one prepares a matrix that will be multiplied many times.
//
// Expect   Poisson: six items per row instead of five entries, and a second launch of two microseconds: slightly slower
//          than spmv_staged. Uneven rows: no block has more work than another, and this step should win by a wide margin.
//          Within a block the work is still uneven: one thread may have 2047 products to add, while its neighbors have
//          written their zeros.
//          - It is slower than spmv_staged (before measuring). Missed: It is faster. A share fits its block, so that no
//            block needs a second pass after another barrier; here that gain is larger than the price of the second
//            launch. No counter was read.
//          - At uneven, 16777216 rows, it is faster than spmv_staged (before measuring).
//            Missed on the H100: By less than 10% on the H200 and less than 5% on the H100, not by a wide margin.
//            Each entry of this matrix reads x at a different address, and those random reads dominate, whichever
//            thread makes them.
// Run      ./tutorial run spmv_shares -- --grid 4096, then --data uneven
// See      ./tutorial explain spmv_shares
// Source   Merrill and Garland, SC 2016 (merge path: entries and row ends count alike)

#include "sparse/further/shares.cuh"
#include "sparse/spmv.hpp"

// [change]
// [kernel]
// The block needs items_per_thread<T> * blockDim.x * sizeof(T) bytes of dynamic shared memory.
template <typename T>
__global__ void spmv_shares(ch06::Index rows, std::int64_t items, const ch06::Index* first_row,
                            const ch06::Index* row_start, const ch06::Index* col, const T* value, const T* x,
                            T* y, T* carry) {
  T* product = dynamic_shared<T>();

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
    T sum = 0;
    for (int e = from; e < to; ++e) sum += product[e];
    *(row < last ? y + row : carry + blockIdx.x) = sum;
  }
}
// [change] [kernel]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DeviceShares<T> shares(product.a, items_per_thread<T> * program.block());
  constexpr int carry_block = 256;
  const std::size_t shared_bytes = items_per_thread<T> * program.block() * sizeof(T);

  product.y.poison();
  program.measure(
      product.row("CSR, equal shares, " + std::to_string(program.block()) + " threads", product.csr_bytes()),
      [&] {
        // [launch]
        spmv_shares<<<shares.count(), program.block(), shared_bytes>>>(
            product.a.rows, shares.items(), shares.first_row.data(), a.row_start.data(), a.col.data(),
            a.value.data(), product.x.data(), product.y.data(), shares.carry.data());
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
  program.note(shares.text());
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
