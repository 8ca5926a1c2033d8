#include "rows/row_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tutorial/elements.hpp"

namespace rows {

std::vector<float> Values::all() const {
  std::vector<float> matrix(static_cast<std::size_t>(rows * columns));
  tutorial::in_parts(rows, 1, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      for (std::int64_t c = 0; c < columns; ++c) {
        matrix[static_cast<std::size_t>(row * columns + c)] = static_cast<float>(grains(row, c) * grain);
      }
    }
  });
  return matrix;
}

namespace {

// f(row) of every row, in parallel.
template <typename Result, typename F>
std::vector<Result> of_rows(const Values& values, F&& f) {
  std::vector<Result> results(static_cast<std::size_t>(values.rows));
  tutorial::in_parts(values.rows, 1, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) results[static_cast<std::size_t>(row)] = f(row);
  });
  return results;
}

}  // namespace

tutorial::Verdict check_sums(const Values& values, const std::vector<float>& sums) {
  struct Sum {
    std::int64_t grains = 0, magnitudes = 0;
  };
  const auto exact = of_rows<Sum>(values, [&](std::int64_t row) {
    Sum sum;
    for (std::int64_t c = 0; c < values.columns; ++c) {
      const std::int64_t grains = values.grains(row, c);
      sum.grains += grains;
      sum.magnitudes += std::abs(grains);
    }
    return sum;
  });
  const double rounding =
      tutorial::growth(static_cast<double>(values.columns) * tutorial::unit_roundoff<float>);
  return tutorial::verify(
      sums,
      [&](std::int64_t row) {
        return static_cast<double>(exact[static_cast<std::size_t>(row)].grains) * grain;
      },
      [&](std::int64_t row) {
        const auto magnitudes = static_cast<double>(exact[static_cast<std::size_t>(row)].magnitudes) * grain;
        return magnitudes <= 0x1p24 * grain ? 0.0 : rounding * magnitudes;
      },
      [](std::int64_t row) { return "row " + std::to_string(row); });
}

tutorial::Verdict check_softmax(const Values& values, const std::vector<float>& matrix,
                                const std::vector<float>& out) {
  struct Row {
    double maximum = 0, range = 0, sum = 0;
  };
  const auto at = [&](std::int64_t i) { return static_cast<double>(matrix[static_cast<std::size_t>(i)]); };
  const auto of_row = of_rows<Row>(values, [&](std::int64_t row) {
    const std::int64_t begin = row * values.columns;
    Row r{.maximum = -std::numeric_limits<double>::infinity()};
    double least = -r.maximum;
    for (std::int64_t i = begin; i < begin + values.columns; ++i) {
      r.maximum = std::max(r.maximum, at(i));
      least = std::min(least, at(i));
    }
    r.range = std::min(r.maximum - least, 88.0);  // below exp(-88) the absolute bound holds
    for (std::int64_t i = begin; i < begin + values.columns; ++i) r.sum += std::exp(at(i) - r.maximum);
    return r;
  });
  const double steps = static_cast<double>(values.columns) / 32 + 64;
  const auto row_of = [&](std::int64_t i) -> const Row& {
    return of_row[static_cast<std::size_t>(i / values.columns)];
  };
  return tutorial::verify(
      out, [&](std::int64_t i) { return std::exp(at(i) - row_of(i).maximum) / row_of(i).sum; },
      [&](std::int64_t i) {
        const double relative =
            tutorial::growth((4 * steps + 2 * row_of(i).range) * tutorial::unit_roundoff<float>);
        return tutorial::Tolerance{.absolute = 0x1p-125, .relative = relative};
      },
      tutorial::matrix_index(values.columns));
}

tutorial::Verdict check_layer_norm(const Values& values, const std::vector<float>& matrix,
                                   const std::vector<float>& out) {
  struct Row {
    double mean = 0, largest = 0, inverse = 0;
  };
  const auto at = [&](std::int64_t i) { return static_cast<double>(matrix[static_cast<std::size_t>(i)]); };
  const auto n = static_cast<double>(values.columns);
  const auto of_row = of_rows<Row>(values, [&](std::int64_t row) {
    const std::int64_t begin = row * values.columns;
    Row r;
    for (std::int64_t i = begin; i < begin + values.columns; ++i) {
      r.mean += at(i) / n;
      r.largest = std::max(r.largest, std::abs(at(i)));
    }
    double variance = 0;
    for (std::int64_t i = begin; i < begin + values.columns; ++i)
      variance += (at(i) - r.mean) * (at(i) - r.mean) / n;
    r.inverse = 1 / std::sqrt(variance + static_cast<double>(epsilon));
    return r;
  });
  const double rounding = tutorial::growth(96 * tutorial::unit_roundoff<float>);
  const auto row_of = [&](std::int64_t i) -> const Row& {
    return of_row[static_cast<std::size_t>(i / values.columns)];
  };
  const auto normal = [&](std::int64_t i) { return (at(i) - row_of(i).mean) * row_of(i).inverse; };
  return tutorial::verify(
      out, [&](std::int64_t i) { return normal(i) * weight(i % values.columns) + bias(i % values.columns); },
      [&](std::int64_t i) {
        return rounding * (row_of(i).largest * row_of(i).inverse + 2 * std::abs(normal(i)) + 1);
      },
      tutorial::matrix_index(values.columns));
}

}  // namespace rows
