// spmv_diagonals: what if the positions of the entries need no index at all?
//
// Before   ELL stores a column number next to each value: half of a float matrix is column numbers.
// Change   The Poisson matrix has its entries on five diagonals. We store whole diagonals (DIA), each padded to the
//          length of a column, and one number per diagonal: its distance to the right of the main diagonal.
//
//              a b . .        offset   -1   0   1
//              c d e .        row 0     -   a   b       "-": outside the matrix, or no entry: a 0
//              . f g h        row 1     c   d   e       lanes 0, 1, 2, 3 go down a column of this table
//              . . i j        row 2     f   g   h
//                             row 3     i   j   -
//
//          Bytes that must move: one value per row and diagonal, the offsets, x, y. No column numbers.
//
// Expect   4 sectors per request for the values and about 4 for x, since neighboring rows read neighboring columns
//          of a diagonal. The matrix takes about half of the bytes of ELL in float, so this should be the fastest of
//          all on the Poisson matrix, as long as it is memory-bound. With uneven rows nearly every entry has a
//          diagonal of its own, and the padding dominates the matrix: above 8 slots per entry (and a million slots)
//          we refuse.
// Measured - It is faster than spmv_in_flight (after measuring).
// Run      ./tutorial run spmv_diagonals -- --grid 4096
// See      ./tutorial explain spmv_diagonals
// Source   Bell and Garland, NVR-2008-004

#include <set>

#include "sparse/spmv.hpp"

// [kernel]
template <typename T>
__global__ void spmv_diagonals(ch06::Index rows, ch06::Index cols, int diagonals, const ch06::Index* offset,
                               const T* value, const T* x, T* y) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  T sum = 0;
  for (int d = 0; d < diagonals; ++d) {
    const std::int64_t col = row + offset[d];
    if (col >= 0 && col < cols) sum += value[std::int64_t{rows} * d + row] * x[col];
  }
  y[row] = sum;
}
// [kernel]

/// A matrix by its diagonals: the value of row r on diagonal d is at rows * d + r.
template <typename T>
struct Diagonals {
  std::vector<ch06::Index> offset;
  std::vector<T> value;
};

// Throws where the padding would be most of the matrix, before anyone has asked for its memory.
template <typename T>
Diagonals<T> to_diagonals(const ch06::Csr<T>& a) {
  std::set<ch06::Index> found;
  for (ch06::Index r = 0; r < a.rows; ++r)
    for (auto e = static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r)]);
         e < static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r) + 1]); ++e)
      found.insert(a.col[e] - r);
  constexpr std::int64_t always_allowed = 1 << 20;
  const std::int64_t places = std::int64_t{a.rows} * std::ssize(found);
  tutorial::Program::require(places <= std::max(always_allowed, 8 * a.count()),
                             "DIA would need " + std::to_string(places) + " places for the " +
                                 std::to_string(a.count()) + " entries of this matrix, since they lie on " +
                                 std::to_string(found.size()) + " diagonals; spmv_choice takes it as it is");

  Diagonals<T> made{{found.begin(), found.end()}, std::vector<T>(static_cast<std::size_t>(places), T{0})};
  for (ch06::Index r = 0; r < a.rows; ++r) {
    for (auto e = static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r)]);
         e < static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r) + 1]); ++e) {
      const auto d =
          std::lower_bound(made.offset.begin(), made.offset.end(), a.col[e] - r) - made.offset.begin();
      made.value[static_cast<std::size_t>(std::int64_t{a.rows} * d + r)] = a.value[e];
    }
  }
  return made;
}

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  const Diagonals<T> diagonals = to_diagonals(product.a);
  const tutorial::DeviceBuffer<ch06::Index> offset(diagonals.offset);
  const tutorial::DeviceBuffer<T> value(diagonals.value);

  product.y.poison();
  program.measure(
      product.row("DIA, one thread per row, " + std::to_string(program.block()) + " threads",
                  static_cast<double>(offset.bytes() + value.bytes())),
      [&] {
        spmv_diagonals<<<tutorial::blocks_for(product.a.rows, program.block()), program.block()>>>(
            product.a.rows, product.a.cols, static_cast<int>(diagonals.offset.size()), offset.data(),
            value.data(), product.x.data(), product.y.data());
        CUDA_CHECK_LAUNCH();
      },
      [&] { return product.check(); });
  product.explain(program);
  program.note("DIA: " + std::to_string(diagonals.offset.size()) + " diagonals, " +
               std::to_string(std::ssize(diagonals.value) - product.a.count()) + " of " +
               std::to_string(diagonals.value.size()) + " places are padding");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
