// spmv_long_rows: who adds up a row that is as long as its whole share?
//
// Before   in spmv_long_rows every block has the same work, but within a block a thread has a row: whoever meets a long
//          one adds up to 2047 products alone, and the block stays on its multiprocessor as long.
// Change   a thread adds up a row of at most 64 products. Longer ones it puts on a list in shared memory; behind a
//          second barrier the warps take them from there in turn, 32 products at a step, and shuffles add up the lanes:
//
//              products    A A A B C C C C C C C C C C C ...      rows A, B and C
//              thread 0    A A A      warp 0    0 1 2 3 4 5 6 ... its lanes side by side, on row C
//              thread 1          B
//
//          At most size / 65 rows of a share are longer than 64: so long is the list. Which row comes first on it is
//          chance; the sum of a row is not.
//
// Expect   Poisson: nothing but the second barrier. Uneven rows: one row of 66 has 65 entries or more, and they hold
//          over half of all entries; the longest wait within a block is now 64 steps instead of 2047. We expect to be
//          faster by a third or more.
// Run      ./tutorial run spmv_long_rows -- --data uneven
// See      ./tutorial explain spmv_long_rows -- --data uneven
// Source   Greathouse and Daga, SC 2014 (short rows by threads, long ones by groups)

#include "sparse/further/long_rows.cuh"

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DeviceShares<T> shares(product.a, program.block());
  const std::size_t shared_bytes = ch06::each<T> * program.block() * sizeof(T);

  product.y.poison();
  program.measure(
      product.row("CSR, long rows by warps, " + std::to_string(program.block()) + " threads",
                  product.csr_bytes()),
      [&] {
        // [launch]
        ch06::spmv_long_rows<false><<<shares.count(), program.block(), shared_bytes>>>(
            product.a.rows, shares.items(), shares.first_row.data(), a.row_start.data(), a.col.data(),
            a.value.data(), product.x.data(), product.y.data(), shares.carry.data());
        CUDA_CHECK_LAUNCH();
        shares.launch_add_carries(product.y.data());
        // [launch]
      },
      [&] { return product.check(); });
  product.explain(program);
  program.note(shares.text());
}

int main(int argc, char** argv) {
  tutorial::Program program("spmv_long_rows", "who adds up a row that is as long as its whole share?");
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
