// spmv_streamed: which of its data should a product leave in the caches?
//
// Before   spmv_long_rows reads offsets, columns and values once and writes y once; x it reads once for each entry. All
//          of them pass through the same L2 cache, and what came last pushes out what came before.
// Change   what is used once is read and written as such (`__ldcs`, `__stcs`: evict first). Nothing else differs: a
//          template parameter.
//
//              L2 before   col value col value x col value col x value col      a sixth of it is x
//              L2 after    x   x     x   col   x x   value x   x x     x        as much of x as it holds
//
// Expect   Uneven rows, 16.7 million of them: x is 67 MB, as large as the largest L2, and each of 170 million entries
//          asks for a sector of it. Every sector that stays is a read of memory less. A few percent, we predict: most of
//          x still does not fit.
//          Poisson: x has been used five times before it is far away, with or without. But a share begins anywhere in a
//          sector, and its neighbour reads the other half: what is given up first is then read twice. We expect a loss.
//          So: streamed only where x is too large for the cache.
// Run      ./tutorial run spmv_streamed -- --data uneven, then --grid 4096
// See      ./tutorial explain spmv_streamed -- --data uneven
// Source   CUDA C++ Programming Guide (cache hints for loads and stores)

#include "sparse/further/long_rows.cuh"

template <bool streamed, typename T>
void measure(tutorial::Program& program, ch06::Spmv<T>& product, const ch06::DeviceCsr<T>& a,
             ch06::DeviceShares<T>& shares) {
  const std::size_t shared_bytes = ch06::each<T> * program.block() * sizeof(T);
  product.y.poison();
  program.measure(
      product.row(std::string("CSR, ") + (streamed ? "streamed, " : "not streamed, ") +
                      std::to_string(program.block()) + " threads",
                  product.csr_bytes()),
      [&] {
        ch06::spmv_long_rows<streamed><<<shares.count(), program.block(), shared_bytes>>>(
            product.a.rows, shares.items(), shares.first_row.data(), a.row_start.data(), a.col.data(),
            a.value.data(), product.x.data(), product.y.data(), shares.carry.data());
        CUDA_CHECK_LAUNCH();
        shares.launch_add_carries(product.y.data());
      },
      [&] { return product.check(); });
}

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  ch06::DeviceShares<T> shares(product.a, program.block());
  measure<false>(program, product, a, shares);
  measure<true>(program, product, a, shares);
  product.explain(program);
  program.note(shares.text());
}

int main(int argc, char** argv) {
  tutorial::Program program("spmv_streamed", "which of its data should a product leave in the caches?");
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run(argc, argv, [&] {
    tutorial::for_type<float, double>(program.type(),
                                      [&](auto zero) { run<decltype(zero)>(program, options); });
  });
}
