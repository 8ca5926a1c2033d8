#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "rows/row_checks.hpp"
#include "tutorial/tutorial.hpp"

/// What the programs on rows share: a row-major matrix without padding, the command line, and the checks.
namespace rows {

/// What the user chose.
struct Options {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::string data;
};

/// Adds --rows, --columns and --data.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--rows", options.rows, "rows, each of which is reduced",
               {.gpu = 131'072, .simulator = 512, .quick = 70});
  program.size("--columns", options.columns, "elements of a row",
               {.gpu = 1024, .simulator = 1024, .quick = 100});
  program.choice("--data", options.data,
                 "values between -8 and 8; all 1; each larger than the one before it in its row, or smaller; "
                 "between 4088 and 4104",
                 data_words);
}

/// The matrix on the host, and what its rows must become.
class Input {
 public:
  /// @throws tutorial::UsageError for a shape that is too large
  Input(const Options& options, std::uint64_t seed)
      : rows(options.rows), columns(options.columns), values_(checked(options), seed) {}

  /// Makes the matrix: call it before any check.
  const std::vector<float>& make_values() { return matrix_ = values_.all(); }

  /// What a layer norm multiplies each column by, and what it adds.
  std::vector<float> make_weights() const { return of_columns(weight); }
  /// @copydoc make_weights
  std::vector<float> make_biases() const { return of_columns(bias); }

  /// Are these the sums of the rows?
  tutorial::Verdict check_sums(const std::vector<float>& sums) const {
    return rows::check_sums(values_, sums);
  }
  /// Is this the softmax of each row?
  tutorial::Verdict check_softmax(const std::vector<float>& out) const {
    return rows::check_softmax(values_, matrix_, out);
  }
  /// Is this each row, normalized, times weight(c) plus bias(c)?
  tutorial::Verdict check_layer_norm(const std::vector<float>& out) const {
    return rows::check_layer_norm(values_, matrix_, out);
  }

  /// The table's row for a kernel that reads every element once. Its few writes do not count.
  tutorial::Case sums_row(const std::string& variant) const {
    return row(variant, tutorial::Ceiling::read, 1);
  }
  /// The same for one that reads and writes every element at least once.
  tutorial::Case matrix_row(const std::string& variant) const {
    return row(variant, tutorial::Ceiling::copy, 2);
  }

  const std::int64_t rows;
  const std::int64_t columns;

 private:
  tutorial::Case row(const std::string& variant, tutorial::Ceiling ceiling, int accesses) const {
    return {.variant = variant,
            .size = std::to_string(rows) + " x " + std::to_string(columns),
            .work = static_cast<double>(rows) * static_cast<double>(columns) * sizeof(float) * accesses,
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = ceiling};
  }

  std::vector<float> of_columns(float (*of_column)(std::int64_t)) const {
    std::vector<float> all(static_cast<std::size_t>(columns));
    for (std::int64_t c = 0; c < columns; ++c) all[static_cast<std::size_t>(c)] = of_column(c);
    return all;
  }

  static const Options& checked(const Options& options) {
    constexpr std::int64_t rows_limit = std::int64_t{1} << 28;  // so that eight blocks per row are a grid
    constexpr std::int64_t columns_limit = std::int64_t{1} << 24;
    tutorial::Program::require(options.rows < rows_limit, "--rows must be below 2^28");
    tutorial::Program::require(options.columns < columns_limit,
                               "--columns must be below 2^24: from there on a sum of floats can lose every "
                               "digit, and no check could tell");
    return options;
  }

  Values values_;
  std::vector<float> matrix_;
};

}  // namespace rows
