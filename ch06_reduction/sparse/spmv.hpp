#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "sparse/sparse.hpp"

namespace ch06 {

/// What the command line of a product y = A x asks for.
struct SpmvOptions {
  std::string matrix;  ///< a Matrix Market file; empty: as `data` says
  std::string data;
  std::int64_t grid = 0;
  std::string x;

  /// "poisson 4096 x 4096": the size column of the table.
  std::string size_text() const;
};

/// @param chooses_block  whether the program itself chooses the block size, regardless of --block
void add_spmv_options(tutorial::Program& program, SpmvOptions& options, bool chooses_block = false);

/// The matrix that the options ask for.
/// @throws tutorial::UsageError for one that cannot be read or made
template <typename T>
Csr<T> spmv_matrix(const SpmvOptions& options, std::uint64_t seed);

/// The vector that the options ask for, of `count` elements.
template <typename T>
std::vector<T> spmv_vector(const SpmvOptions& options, std::size_t count, std::uint64_t seed);

/// What y = A x must be, row by row, and the tolerance of each row.
template <typename T>
struct SpmvReference {
  using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

  std::vector<Wide> want = {};
  std::vector<Wide> allowed = {};
  Index exact_rows = 0;  ///< for which no difference is allowed
};

/// @throws tutorial::UsageError for a product that T cannot hold
template <typename T>
SpmvReference<T> spmv_reference(const SpmvOptions& options, const Csr<T>& a, const std::vector<T>& x);

/// A product y = A x on the host, and what y must be. T is float or double.
template <typename T>
class SpmvInput {
 public:
  /// @throws tutorial::UsageError for a matrix that cannot be read or made, or whose products T cannot hold
  SpmvInput(const SpmvOptions& options, std::uint64_t seed)
      : a(spmv_matrix<T>(options, seed)),
        x_values(spmv_vector<T>(options, static_cast<std::size_t>(a.cols), seed)),
        size_(options.size_text()),
        reference_(spmv_reference(options, a, x_values)) {}

  /// Every row of y.
  ///
  /// Where the matrix and x hold whole multiples of a grain, every sum of a row is one too: as long as the
  /// absolute values of the products add up to 2^24 grains at most (double: 2^53) nothing is rounded, in any
  /// order, and no difference is allowed. So a lost entry cannot hide.
  ///
  /// Elsewhere a product is rounded once and passes through length - 1 additions at most, in any order: the
  /// error is at most growth(length * u) times the sum of the absolute values, u = 2^-24 (2^-53), and half a
  /// denormal for each product below the normal range. The reference is a double (for double: a long double)
  /// whose own error counts too.
  tutorial::Verdict check(const std::vector<T>& y) const {
    return tutorial::verify(
        y, [&](std::int64_t r) { return reference_.want[static_cast<std::size_t>(r)]; },
        [&](std::int64_t r) { return reference_.allowed[static_cast<std::size_t>(r)]; },
        [](std::int64_t r) { return "row " + std::to_string(r); });
  }

  /// The table's row for a kernel that must read `matrix_bytes` of matrix and x, and write y, once each.
  tutorial::Case row(const std::string& variant, double matrix_bytes) const {
    return {.variant = variant,
            .size = size_,
            .work = matrix_bytes + (static_cast<double>(a.cols) + a.rows) * sizeof(T),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  /// The bytes of the compressed rows: a column number and a value an entry, and the offsets.
  double csr_bytes() const {
    return static_cast<double>(a.count()) * (sizeof(Index) + sizeof(T)) +
           static_cast<double>(a.row_start.size()) * sizeof(Index);
  }

  /// The lines below the table.
  void explain(tutorial::Program& program) const {
    program.note("the matrix: " + shape_text(a));
    program.note(reference_.exact_rows == a.rows
                     ? "each row of y was checked, without tolerance"
                     : "each row of y was checked, " + std::to_string(reference_.exact_rows) +
                           " of them without tolerance, the others by their rounding bound");
  }

  const Csr<T> a;
  const std::vector<T> x_values;

 private:
  std::string size_;
  SpmvReference<T> reference_;
};

/// x and y on the device.
template <typename T>
struct Vectors {
  tutorial::DeviceBuffer<T>&x, &y;
};

/// A SpmvInput with the vectors on the device, for the programs past the core.
template <typename T>
class Spmv : public SpmvInput<T> {
 public:
  Spmv(const SpmvOptions& options, std::uint64_t seed)
      : SpmvInput<T>(options, seed), x(this->x_values), y(static_cast<std::size_t>(this->a.rows)) {}

  Vectors<T> vectors() { return {x, y}; }

  /// As SpmvInput's, of what is in y.
  tutorial::Verdict check() const { return SpmvInput<T>::check(y.to_host()); }

  tutorial::DeviceBuffer<T> x;
  tutorial::DeviceBuffer<T> y;
};

}  // namespace ch06
