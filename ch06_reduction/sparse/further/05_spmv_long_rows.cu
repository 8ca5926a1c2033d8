// spmv_long_rows: which thread should add a row that is as long as its whole share?
// Step     warps take long rows
// Before   In spmv_shares every block has the same work, but within a block each thread has one row: the thread with a long one
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
//            Missed: It is faster, which we did not expect. The loop does not explain it: in the machine code of
//            both, a thread loads 16 products from shared memory and adds them in each round.
//          - At uneven, 16777216 rows, it is at least 1.33 times as fast as spmv_shares (before measuring).
//            Missed: Other blocks hid the long wait within a block. The bottleneck of all of them is the random
//            reads of x.
// Run      ./tutorial run spmv_long_rows -- --data uneven
// See      ./tutorial explain spmv_long_rows -- --data uneven
// Source   Greathouse and Daga, SC 2014 (short rows by threads, long ones by groups)

#include "sparse/further/spmv_long_rows.cuh"
#include "sparse/spmv.hpp"

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
