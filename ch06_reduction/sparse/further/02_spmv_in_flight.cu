// spmv_in_flight: how many of its entries should a thread load at once?
// Step     more loads in flight
// Before   spmv_thread_per_row loads an entry, waits for it, loads its x, waits, adds, and only then loads the next entry:
//          two trips to memory per entry, one after the other. In spmv_warp_per_row, a row of five leaves most lanes
//          idle.
// Change   A lane issues the loads of several entries before it uses the first, then the loads of x for all of them:
//
//              one in flight       load e0 ~~~ load x ~~~ add, load e1 ~~~ load x ~~~ add, ...
//              five in flight      load e0 e1 e2 e3 e4 ~~~ load x x x x x ~~~ add add add add add
//
//          The number of lanes that share a row is a template parameter as before; one lane is one thread per row. The
//          additions keep their order.
//
// Expect   The bytes and sectors are unchanged. A row of the Poisson matrix now waits twice instead of ten times, and five
//          in flight take it in one step: we expect one thread per row to come close to ELL with all slots. Eight should
//          not gain more: three of them have no entry, and still occupy registers.
//          With 33 neighbors per row (--data band) one lane with five in flight still needs seven steps, and eight lanes
//          with four in flight need two. So the best number of lanes should be about a quarter of the mean row length:
//          enough lanes for a step or two.
//          - "CSR, 1 lane per row, 5 in flight, 256 threads" is as fast as spmv_ell (before measuring).
//            Missed on the H100: There memory is the limit for both, and then bytes matter: CSR has one
//            offset per row to read, 52 bytes per row instead of 48 for ELL.
//          - "CSR, 1 lane per row, 8 in flight, 256 threads" is at most 1.05 times as fast as "CSR, 1 lane per row,
//            5 in flight, 256 threads" (before measuring).
// Run      ./tutorial run spmv_in_flight -- --grid 4096, then --grid 1000 --data band, then --grid 256 --data near
// See      ./tutorial explain spmv_in_flight
// Source   Volkov, GTC 2010 (instructions in flight instead of threads)

#include "sparse/further/spmv_in_flight.cuh"
#include "sparse/spmv.hpp"

template <int lanes, int in_flight, typename T>
void measure(tutorial::Program& program, ch06::Spmv<T>& product, const ch06::DeviceCsr<T>& a) {
  const std::int64_t threads = std::int64_t{lanes} * product.a.rows;
  product.y.poison();
  program.measure(
      product.row("CSR, " + std::to_string(lanes) + (lanes == 1 ? " lane" : " lanes") + " per row, " +
                      std::to_string(in_flight) + " in flight, " + std::to_string(program.block()) +
                      " threads",
                  product.csr_bytes()),
      [&] {
        spmv_in_flight<lanes, in_flight><<<tutorial::blocks_for(threads, program.block()), program.block()>>>(
            product.a.rows, a.row_start.data(), a.col.data(), a.value.data(), product.x.data(),
            product.y.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return product.check(); });
}

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const ch06::DeviceCsr<T> a(product.a);
  measure<1, 1>(program, product, a);
  measure<1, 2>(program, product, a);
  measure<1, 5>(program, product, a);
  measure<1, 8>(program, product, a);
  measure<8, 4>(program, product, a);
  measure<32, 4>(program, product, a);
  product.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
