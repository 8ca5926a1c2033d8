// spmv_coo: what if every entry stores its own row, and no thread owns a row?
//
// Before   With compressed rows, a thread knows its row and finds its entries; rows of different lengths make the lanes
//          of a warp wait for each other, and five steps on this page deal with that.
// Change   An entry is three numbers: row, column and value (coordinates, COO: the format of the book's matrix, and of
//          Matrix Market files). One thread takes one entry, multiplies, and adds the product to its row's element of y
//          by an atomic addition.
//
//              row      0  0  0  1  2  2  2
//              col      0  1  2  1  0  2  3
//              value    a  b  c  d  e  f  g
//              thread   0  1  2  3  4  5  6          threads 0, 1 and 2 add to y[0]
//
//          The entries may be in any order. y must be 0 beforehand: a memset, which is included in the time.
//
// Expect   Sectors per request: 4 for row, column and value, whatever the lengths of the rows: no lane waits for another.
//          But an entry takes 12 bytes instead of 8, and each one makes an atomic addition in the L2 cache where a
//          register was enough. Entries of one row are adjacent here, so several lanes of a request add to the same word
//          and are serialized. So it should be slower than one thread per row on the Poisson matrix; if one row has most
//          of the entries, all additions wait for one word.
//          The order of the threads varies. The data are such that all sums are exact, and the result is the same in any
//          order; with --x real it stays within its bound, and may differ from run to run.
//          A float atomicAdd to global memory flushes denormals to zero (PTX ISA, atom): --x denormal is refused.
// Measured - It is slower than spmv_thread_per_row (after measuring).
// Run      ./tutorial run spmv_coo -- --grid 4096, then --data uneven
// See      ./tutorial explain spmv_coo
// Source   [Farber] ch. 6 (the Poisson matrix in coordinates); Bell and Garland, NVR-2008-004

#include "sparse/further/spmv_coo.cuh"
#include "sparse/spmv.hpp"

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  tutorial::Program::require(options.x != "denormal",
                             "--x denormal: an atomic addition of floats takes denormals for zero");
  ch06::Spmv<T> product(options, program.seed());
  const tutorial::DeviceBuffer<ch06::Index> row(ch06::rows_of_entries(product.a));
  const tutorial::DeviceBuffer<ch06::Index> col(product.a.col);
  const tutorial::DeviceBuffer<T> value(product.a.value);
  const std::int64_t entries = product.a.count();

  product.y.poison();
  program.measure(
      product.row("COO, one entry per thread, " + std::to_string(program.block()) + " threads",
                  static_cast<double>(row.bytes() + col.bytes() + value.bytes())),
      [&] {
        if (product.y.bytes() > 0) CUDA_CHECK(cudaMemsetAsync(product.y.data(), 0, product.y.bytes()));
        if (entries == 0) return;
        spmv_coo<<<tutorial::blocks_for(entries, program.block()), program.block()>>>(
            entries, row.data(), col.data(), value.data(), product.x.data(), product.y.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return product.check(); });
  product.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
