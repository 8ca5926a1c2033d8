// spmv_ell: can another layout let one thread per row read in order?
// Step     slot by slot
// Before   With compressed rows, one thread per row reads entries that are a row apart, and one warp per row leaves
//          most of its lanes idle if rows are short.
// Change   One thread per row again, but the matrix is stored slot by slot (ELLPACK): the first entries of all rows,
//          then the second ones, and so on. Rows shorter than the longest are padded.
//
//              CSR     a b c | d | e f g |          ELL, slot 0    a  d  e      lanes 0, 1, 2 side by side
//              lane    0       1   2                     slot 1    b  -  f
//                                                        slot 2    c  -  g      "-": padding, column -1
//
//          There are no row offsets: a thread's slots are `rows` apart. A thread can recognize the end of its row by the
//          first padding and stop, or it can process all slots, whatever they contain. That is a one-line difference,
//          and gives two variants.
//
//          Bytes that must move: x, y, and an index and a value per entry. If the thread stops, one more index for every
//          row that ends with padding; if it does not, an index and a value for every slot.
//
// Expect   4 sectors per request for columns and values instead of 20, each of them fully used by one request: L1 no
//          longer has to keep what later steps need. In the Poisson matrix only the border rows have padding, so stopping
//          saves almost nothing, and it has a price: a thread that may stop must have seen a column before it may load
//          the next one, so its five latencies add up. Without the stop, the loads of several slots can be in flight
//          at once, and we expect the fastest step so far.
//          With uneven rows the padding dominates the matrix: rows times the longest row. Above 8 slots per entry (and a
//          million slots) we refuse; below, stopping should pay.
// Measured - "ELL, all slots, 256 threads" is faster than "ELL, stops at padding, 256 threads" (with
//            measuring).
//          - It is faster than spmv_thread_per_row (with measuring).
// Run      ./tutorial run spmv_ell -- --grid 4096
// See      ./tutorial explain spmv_ell
// Source   Bell and Garland, NVR-2008-004

#include "sparse/further/ell.hpp"
#include "sparse/further/spmv_ell.cuh"
#include "sparse/spmv.hpp"

// Throws where the padding would be most of the matrix, before anyone has asked for its memory.
template <typename T>
void refuse_padding(const ch06::Csr<T>& a) {
  constexpr std::int64_t always_allowed = 1 << 20;
  const std::int64_t slots = std::int64_t{a.rows} * a.longest_row();
  tutorial::Program::require(slots <= std::max(always_allowed, 8 * a.count()),
                             "ELL would need " + std::to_string(slots) + " slots for the " +
                                 std::to_string(a.count()) +
                                 " entries of this matrix, since the longest row has " +
                                 std::to_string(a.longest_row()) + "; spmv_warp_per_row takes it as it is");
}

// Of the matrix: a thread that stops has read one padding, if its row has any.
template <bool stop, typename T>
double ell_bytes(const ch06::Csr<T>& a, const ch06::Ell<T>& ell) {
  if (!stop) return static_cast<double>(ell.col.size()) * (sizeof(ch06::Index) + sizeof(T));
  std::int64_t ends = 0;
  for (ch06::Index r = 0; r < a.rows; ++r) ends += a.length(r) < ell.width;
  return static_cast<double>(a.count()) * (sizeof(ch06::Index) + sizeof(T)) +
         static_cast<double>(ends) * sizeof(ch06::Index);
}

template <bool stop, typename T>
void measure(tutorial::Program& program, ch06::Spmv<T>& product, const ch06::Ell<T>& ell,
             const tutorial::DeviceBuffer<ch06::Index>& col, const tutorial::DeviceBuffer<T>& value) {
  product.y.poison();
  program.measure(
      product.row(std::string(stop ? "ELL, stops at padding, " : "ELL, all slots, ") +
                      std::to_string(program.block()) + " threads",
                  ell_bytes<stop>(product.a, ell)),
      [&] {
        spmv_ell<stop><<<tutorial::blocks_for(ell.rows, program.block()), program.block()>>>(
            ell.rows, ell.width, col.data(), value.data(), product.x.data(), product.y.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return product.check(); });
}

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  refuse_padding(product.a);
  const ch06::Ell<T> ell = ch06::to_ell(product.a, product.a.longest_row());
  const tutorial::DeviceBuffer<ch06::Index> col(ell.col);
  const tutorial::DeviceBuffer<T> value(ell.value);

  measure<true>(program, product, ell, col, value);
  measure<false>(program, product, ell, col, value);
  product.explain(program);
  program.note("ELL: " + std::to_string(ell.width) + " slots a row, " +
               std::to_string(std::ssize(ell.col) - product.a.count()) + " of " +
               std::to_string(ell.col.size()) + " are padding");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
