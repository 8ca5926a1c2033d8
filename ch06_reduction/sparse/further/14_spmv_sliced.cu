// spmv_sliced: how much padding is left if each warp has an ELL of its own?
//
// Before   ELL has one width for the whole matrix, that of its longest row. spmv_hybrid cuts the long rows off, and
//          needs a second kernel with atomic additions for what is left.
// Change   Each slice of 32 rows, the rows of a warp, has its own width (sliced ELL, SELL-C with C = 32): a long row
//          makes only its own slice wide. And rows may be sorted by length before they are cut into slices, so that
//          the rows of a slice are about equally long (SELL-C-sigma). Sigma is the size of a window: rows are sorted
//          within it, and no row leaves it, so rows that share a part of x stay close together.
//
//              lengths        5 1 2 5 1 1     slices of 2: (5 1) (2 5) (1 1)    width 5 5 1    22 slots for 15 entries
//              sorted by 6    5 5 2 1 1 1                  (5 5) (2 1) (1 1)    width 5 2 1    16 slots
//
//          A thread looks up where its slice begins and ends, two numbers for the 32 lanes; in a sorted slice, also
//          which row of y is its own.
//
// Expect   All rows of the Poisson matrix are about equally long: as fast as ELL, and sorting only costs the lookup
//          of the row. If 15 of 16 rows are empty, an unsorted slice is as wide as the longest of two rows and has 30
//          empty ones, so it is refused (8 slots per entry, as in spmv_ell); sorted by 1024, two slices of 32 have
//          all the entries. Rows of 1 to 15 blocks of 8: an unsorted slice is as wide as the longest of four draws,
//          about 12 blocks where the mean is 8. The uneven matrix stays difficult: one lane still walks through a row
//          of 65,536 entries alone.
//          - "SELL, not sorted, 256 threads" is as fast as spmv_ell (before measuring).
//            Missed: It reads as many bytes, 740 and 738 MB (ncu). But a thread waits for its slice's two numbers before it
//            can load an entry, and memory is busy in 78% of the cycles, not in 83%.
//          - "SELL, sorted by 1024, 256 threads" is 0.85 to 1 times as fast as "SELL, not sorted, 256 threads"
//            (before measuring).
//          - At blocks, 2096704 rows, "SELL, sorted by 1024, 256 threads" is 1.2 to 1.6 times as fast as "SELL, not
//            sorted, 256 threads" (before measuring).
//          - At uneven, 16777216 rows, it is slower than spmv_shares (before measuring).
// Run      ./tutorial run spmv_sliced -- --grid 4096, then --grid 1448 --data blocks
// See      ./tutorial explain spmv_sliced
// Source   Monakov, Lokhmotov and Avetisyan, HiPEAC 2010 (slices); Kreutzer et al., SIAM J. Sci. Comput. 36, 2014
//          (sigma)

#include "sparse/further/cusparse_formats.hpp"
#include "sparse/further/sliced_ell.hpp"
#include "sparse/spmv.hpp"

// row_of: in which row each place of the order is; not read unless the rows are sorted.
// [kernel]
template <bool sorted, typename T>
__global__ void spmv_sliced(ch06::Index rows, const ch06::Index* slice_start, const ch06::Index* row_of,
                            const ch06::Index* col, const T* value, const T* x, T* y) {
  const std::int64_t place = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (place >= rows) return;

  const std::int64_t slice = place / ch06::slice_rows;
  const unsigned end = slice_start[slice + 1];
  T sum = 0;
  for (unsigned slot = slice_start[slice] + place % ch06::slice_rows; slot < end; slot += ch06::slice_rows) {
    const ch06::Index c = col[slot];
    const T factor = value[slot];
    const T product = factor * x[c < 0 ? 0 : c];  // no branch around a load: for padding, it is dropped
    if (c >= 0) sum += product;
  }
  y[sorted ? row_of[place] : place] = sum;
}
// [kernel]

// Returns whether there is such a row: not where most of it would be padding.
template <typename T>
bool measure(tutorial::Program& program, ch06::Spmv<T>& product, ch06::Index window) {
  const bool sorted = window > 1;
  const std::string name = sorted ? "SELL, sorted by " + std::to_string(window) : "SELL, not sorted";
  const std::vector<ch06::Index> order = ch06::rows_by_length(product.a, window);
  const std::int64_t slots = ch06::sliced_ell_slots(product.a, order);
  constexpr std::int64_t always_allowed = 1 << 20;
  if (slots > std::max(always_allowed, 8 * product.a.count())) {
    program.left_out(name, "it would need " + std::to_string(slots) + " slots for the " +
                               std::to_string(product.a.count()) + " entries of this matrix");
    return false;
  }
  const ch06::SlicedEll<T> sliced(product.a, order);
  const tutorial::DeviceBuffer<ch06::Index> slice_start(sliced.slice_start), col(sliced.col), row_of(order);
  const tutorial::DeviceBuffer<T> value(sliced.value);
  const auto kernel = sorted ? spmv_sliced<true, T> : spmv_sliced<false, T>;

  product.y.poison();
  program.measure(
      product.row(name + ", " + std::to_string(program.block()) + " threads",
                  static_cast<double>(slice_start.bytes() + col.bytes() + value.bytes() +
                                      (sorted ? row_of.bytes() : 0))),
      [&] {
        kernel<<<tutorial::blocks_for(product.a.rows, program.block()), program.block()>>>(
            product.a.rows, slice_start.data(), row_of.data(), col.data(), value.data(), product.x.data(),
            product.y.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return product.check(); });
  program.note(name + ": " + std::to_string(slots - product.a.count()) + " of " + std::to_string(slots) +
               " slots are padding");
  return true;
}

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  bool measured = false;
  for (const ch06::Index window : {1, 1024, 32768}) measured |= measure(program, product, window);
  tutorial::Program::require(
      measured,
      "sliced ELL would need more than 8 slots per entry of this matrix, in any order of the "
      "rows; spmv_choice takes it as it is");
  ch06::measure_cusparse_sliced(program, product, product.vectors(), options);
  product.explain(program);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
