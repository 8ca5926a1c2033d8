#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "sparse/matrix_market.hpp"
#include "sparse/sparse.hpp"

namespace ch06 {

/// What the command line of a product y = A x asks for.
struct SpmvOptions {
  std::string matrix;  ///< a Matrix Market file; empty: as `data` says
  std::string data;
  std::int64_t grid = 0;
  std::string x;
};

/// @param chooses_block  whether the program itself says how many threads a block has, whatever --block says
inline void add_spmv_options(tutorial::Program& program, SpmvOptions& options, bool chooses_block = false) {
  program.size("--grid", options.grid, "N: the matrix has N * N rows",
               {.gpu = 4096, .simulator = 96, .quick = 32});
  program.choice(
      "--data", options.data,
      "poisson: the 5-point matrix of an N x N grid; uneven: row lengths follow a power law; empty: 15 "
      "rows of 16; long: 3 entries a row, 4 rows full; band: 33 neighbours a row; near: 2049",
      {"poisson", "uneven", "empty", "long", "band", "near"});
  program.text("--matrix", options.matrix, "Matrix Market file to use in place of --grid and --data", "");
  program.choice(
      "--x", options.x,
      "the vector: whole numbers up to 8; real numbers below 1; cancel: 2^20 and a little, so that "
      "Poisson rows cancel; denormal",
      {"whole", "real", "cancel", "denormal"});
  if (!chooses_block) program.block_sizes({64, 128, 256, 512, 1024}, 256);
}

/// A matrix in compressed rows on the device.
template <typename T>
struct DeviceCsr {
  explicit DeviceCsr(const Csr<T>& csr) : row_start(csr.row_start), col(csr.col), value(csr.value) {}

  tutorial::DeviceBuffer<Index> row_start;
  tutorial::DeviceBuffer<Index> col;
  tutorial::DeviceBuffer<T> value;
};

/// The product y = A x: the matrix on the host, the vectors on the device, and what y must be.
template <typename T>
class Spmv {
 public:
  /// @throws tutorial::UsageError for a matrix that cannot be read or made, or whose products T cannot hold
  Spmv(const SpmvOptions& options, std::uint64_t seed)
      : a(options.matrix.empty() ? made(options, seed) : to_csr(read_matrix_market<T>(options.matrix))),
        x(make_x(static_cast<std::size_t>(a.cols), options.x, seed)),
        y(static_cast<std::size_t>(a.rows)),
        size_(size_text(options)) {
    make_reference(options.x);
  }

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
  tutorial::Verdict check() const {
    constexpr std::size_t shown = 4;
    std::int64_t wrong = 0;
    std::vector<tutorial::Difference> first;
    const std::vector<T> got = y.to_host();
    for (std::size_t r = 0; r < got.size(); ++r) {
      if (std::abs(static_cast<Wide>(got[r]) - want_[r]) <= allowed_[r]) continue;  // never true of a NaN
      ++wrong;
      if (first.size() < shown) {
        first.push_back({static_cast<std::int64_t>(r), tutorial::value_text(got[r]),
                         tutorial::value_text(static_cast<double>(want_[r]))});
      }
    }
    return tutorial::make_verdict(a.rows, wrong, first,
                                  [](std::int64_t row) { return "row " + std::to_string(row); });
  }

  /// The table's row for a kernel that must read `matrix_bytes` of matrix and x, and write y, once each.
  tutorial::Case row(const std::string& variant, double matrix_bytes) const {
    return {.variant = variant,
            .size = size_,
            .work = matrix_bytes + static_cast<double>(x.bytes() + y.bytes()),
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
    program.note(exact_rows_ == a.rows
                     ? "each row of y was checked, without tolerance"
                     : "each row of y was checked, " + std::to_string(exact_rows_) +
                           " of them without tolerance, the others by their rounding bound");
  }

  const Csr<T> a;
  tutorial::DeviceBuffer<T> x;
  tutorial::DeviceBuffer<T> y;

 private:
  using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

  static Csr<T> made(const SpmvOptions& options, std::uint64_t seed) {
    if (options.data == "poisson") return poisson<T>(options.grid, options.grid);
    tutorial::Program::require(options.grid <= 46'340,
                               "--grid must not exceed 46340: a matrix may have 2^31 - 1 rows");
    const std::int64_t rows = options.grid * options.grid;
    if (options.data == "uneven") return uneven<T>(rows, seed);
    if (options.data == "empty") return mostly_empty<T>(rows, seed);
    if (options.data == "long") return few_long<T>(rows, seed);
    return band<T>(rows, options.data == "band" ? 16 : 1024, seed);
  }

  static std::string size_text(const SpmvOptions& options) {
    const std::string grid = tutorial::count_text(options.grid);
    if (!options.matrix.empty()) return options.matrix.substr(options.matrix.find_last_of('/') + 1);
    if (options.data == "poisson") return "poisson " + grid + " x " + grid;
    return options.data + ", " + tutorial::count_text(options.grid * options.grid) + " rows";
  }

  static std::vector<T> make_x(std::size_t count, const std::string& kind, std::uint64_t seed) {
    const tutorial::Random random(seed + 2);
    std::vector<T> x(count);
    for (std::size_t i = 0; i < count; ++i) {
      const T whole = static_cast<T>(static_cast<int>(random.below(17, i)) - 8);
      if (kind == "whole") x[i] = whole;
      if (kind == "real") x[i] = 2 * static_cast<T>(random.uniform(i)) - 1;
      if (kind == "cancel") x[i] = T(0x1p20) + static_cast<T>(random.uniform(i));
      if (kind == "denormal") x[i] = whole * std::numeric_limits<T>::denorm_min();
    }
    return x;
  }

  void make_reference(const std::string& kind) {
    const std::vector<T> host_x = x.to_host();
    const bool whole_x = kind == "whole" || kind == "denormal";
    const Wide grain = kind == "denormal" ? std::numeric_limits<T>::denorm_min() : T{1};
    const Wide most_exact = std::ldexp(grain, std::numeric_limits<T>::digits);
    want_.reserve(host_x.size());
    allowed_.reserve(host_x.size());
    for (Index r = 0; r < a.rows; ++r) {
      Wide sum = 0;
      Wide magnitude = 0;
      bool whole = whole_x;
      for (auto e = static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r)]);
           e < static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r) + 1]); ++e) {
        const Wide product = static_cast<Wide>(a.value[e]) * host_x[static_cast<std::size_t>(a.col[e])];
        sum += product;
        magnitude += std::abs(product);
        whole = whole && a.value[e] == std::floor(a.value[e]);
      }
      const double length = a.length(r);
      if (magnitude > std::numeric_limits<T>::max() / 2 || length * unit_roundoff<T> >= 0.5) {
        throw tutorial::UsageError(
            "row " + std::to_string(r + 1) +
            " of the matrix is too much for the type: its products may overflow, or it "
            "is so long that rounding may change every digit");
      }
      const bool exact = magnitude == 0 || (whole && magnitude <= most_exact);
      exact_rows_ += exact;
      want_.push_back(sum);
      allowed_.push_back(exact ? Wide{0}
                               : magnitude * (growth(length * unit_roundoff<T>) +
                                              growth(length * std::numeric_limits<Wide>::epsilon())) +
                                     length * static_cast<Wide>(std::numeric_limits<T>::denorm_min()));
    }
  }

  std::string size_;
  std::vector<Wide> want_;
  std::vector<Wide> allowed_;
  Index exact_rows_ = 0;
};

}  // namespace ch06
