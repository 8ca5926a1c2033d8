#include "matmul_half/half_checks.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "tutorial/parallel.hpp"

namespace half_product {

namespace {

template <typename Value>
Matrix make(std::int64_t rows, std::int64_t cols, std::int64_t to_rows, std::int64_t to_cols, Value&& value) {
  Matrix matrix{to_rows, to_cols, std::vector<__half>(static_cast<std::size_t>(to_rows * to_cols))};
  tutorial::in_parts(to_rows, to_cols, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row)
      for (std::int64_t col = 0; col < to_cols; ++col)
        matrix.values[static_cast<std::size_t>(row * to_cols + col)] =
            __float2half(row < rows && col < cols ? value(row, col) : 0.0f);
  });
  return matrix;
}

// Sums in double of the products of a row of A and a row of B, and of their magnitudes.
struct Element {
  double want, size;
};
Element element(const std::vector<double>& a, const std::vector<double>& b) {
  Element sums{0, 0};
  for (std::size_t term = 0; term < a.size(); ++term) {
    sums.want += a[term] * b[term];
    sums.size += std::abs(a[term] * b[term]);
  }
  return sums;
}

std::vector<double> in_double(const __half* row, std::int64_t count) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) values.push_back(double{__half2float(row[i])});
  return values;
}

std::uint64_t integer(float f) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(f)); }

}  // namespace

Factors make_data(const Shape& shape, const Shape& to, const std::string& data, std::uint64_t seed) {
  const auto values = [&](std::uint64_t seed_of) {
    return [&, random = tutorial::Random(seed_of)](std::int64_t row, std::int64_t term) {
      if (data == "equal") return 1.0f / 3;
      return 2 * random.uniform(static_cast<std::uint64_t>(row * shape.k + term)) - 1;
    };
  };
  return {make(shape.m, shape.k, to.m, to.k, values(seed)),
          make(shape.n, shape.k, to.n, to.k, values(seed + 1))};
}

Factors make_integers(const Shape& shape, const Shape& to, std::uint64_t seed) {
  constexpr std::int64_t fp16_limit = 2048;  // up to here it has all integers
  const auto largest = static_cast<std::uint32_t>(
      std::min(fp16_limit, (std::int64_t{1} << 24) / std::max<std::int64_t>(shape.k, 4)));
  const auto values = [&](std::uint64_t seed_of, std::int64_t wide_term) {
    return [&, wide_term, random = tutorial::Random(seed_of)](std::int64_t row, std::int64_t term) {
      const bool wide = term % 2 == wide_term;
      const std::uint32_t drawn =
          random.below(wide ? largest : 2, static_cast<std::uint64_t>(row * shape.k + term));
      return wide ? 1 + static_cast<float>(drawn) : drawn == 0 ? -1.0f : 1.0f;
    };
  };
  return {make(shape.m, shape.k, to.m, to.k, values(seed + 2, 0)),
          make(shape.n, shape.k, to.n, to.k, values(seed + 3, 1))};
}

tutorial::Verdict check_rounded(const Shape& shape, const Factors& factors, const std::vector<float>& c,
                                std::int64_t stride) {
  constexpr double all_products = 0x1p27;
  const std::int64_t every = shape.products() <= all_products ? 1 : std::max<std::int64_t>(1, shape.m / 16);
  std::vector<std::int64_t> rows;
  std::vector<std::vector<double>> a;
  for (std::int64_t row = 0; row < shape.m; ++row) {
    if (row % every != 0 && row != shape.m - 1) continue;
    rows.push_back(row);
    a.push_back(in_double(factors.a.row(row), shape.k));
  }
  std::vector<float> got(rows.size() * static_cast<std::size_t>(shape.n));
  std::vector<Element> right(got.size());
  tutorial::in_parts(shape.n, shape.k * std::ssize(rows), [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t col = begin; col < end; ++col) {
      const std::vector<double> b = in_double(factors.b.row(col), shape.k);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t at = i * static_cast<std::size_t>(shape.n) + static_cast<std::size_t>(col);
        got[at] = c[static_cast<std::size_t>(rows[i] * stride + col)];
        right[at] = element(a[i], b);
      }
    }
  });
  const double roundings = static_cast<double>(shape.k) * (0x1p-23 + 0x1p-53);
  return tutorial::verify(
      got, [&](std::int64_t i) { return right[static_cast<std::size_t>(i)].want; },
      [&](std::int64_t i) { return roundings * right[static_cast<std::size_t>(i)].size; },
      [&](std::int64_t i) {
        return tutorial::matrix_index(shape.n)(rows[static_cast<std::size_t>(i / shape.n)] * shape.n +
                                               i % shape.n);
      });
}

tutorial::Verdict check_integers(const Shape& shape, const Factors& factors, const std::vector<float>& c,
                                 std::int64_t stride, std::uint64_t seed) {
  const tutorial::Random random(seed + 4);
  const auto at = [&](std::int64_t row, std::int64_t col) {
    return c[static_cast<std::size_t>(row * stride + col)];
  };
  std::vector<std::uint64_t> b_x(static_cast<std::size_t>(shape.k));  // B^T x
  tutorial::in_parts(shape.k, shape.n, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t col = 0; col < shape.n; ++col) {
      const std::uint64_t x = random.bits(static_cast<std::uint64_t>(col)) | 1;
      for (std::int64_t term = begin; term < end; ++term)
        b_x[static_cast<std::size_t>(term)] += integer(__half2float(factors.b.row(col)[term])) * x;
    }
  });

  std::atomic<std::int64_t> wrong_rows = 0, first_wrong = shape.m;
  tutorial::in_parts(shape.m, shape.k + shape.n, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      std::uint64_t difference = 0;
      bool integers = true;
      for (std::int64_t term = 0; term < shape.k; ++term)
        difference += integer(__half2float(factors.a.row(row)[term])) * b_x[static_cast<std::size_t>(term)];
      for (std::int64_t col = 0; col < shape.n && integers; ++col) {
        integers = std::abs(at(row, col)) <= 0x1p24f && at(row, col) == std::trunc(at(row, col));
        if (integers)
          difference -= integer(at(row, col)) * (random.bits(static_cast<std::uint64_t>(col)) | 1);
      }
      if (integers && difference == 0) continue;
      ++wrong_rows;
      std::int64_t first = first_wrong;
      while (row < first && !first_wrong.compare_exchange_weak(first, row)) {
      }
    }
  });
  if (wrong_rows == 0) return {true, "ok"};

  const std::int64_t row = first_wrong;
  const std::vector<double> a = in_double(factors.a.row(row), shape.k);
  std::vector<float> got;
  for (std::int64_t col = 0; col < shape.n; ++col) got.push_back(at(row, col));
  const std::string first =
      tutorial::verify(
          got,
          [&](std::int64_t col) {
            return static_cast<float>(element(a, in_double(factors.b.row(col), shape.k)).want);
          },
          {}, [&](std::int64_t col) { return tutorial::matrix_index(shape.n)(row * shape.n + col); })
          .text;
  return {false, "with integers, which leave no room for rounding, " + std::to_string(wrong_rows) + " of " +
                     std::to_string(shape.m) + " rows are wrong; in the first of them " + first};
}

}  // namespace half_product
