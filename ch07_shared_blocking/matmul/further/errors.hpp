#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "matmul/matmul.hpp"

namespace matmul {

/// How far a product is from the exact one, at worst of the elements that were looked at.
struct Errors {
  double in_roundings =
      0;  ///< in units of 2^-24 root(sum (a b)^2), about what it makes to round each product once
  double of_sizes = 0;  ///< as a part of sum |a b|
};

/// Looks at 4096 elements of C, drawn at random. Their exact values are sums in double. An element whose products are all
/// zero has no error to compare with; the checks look at it.
inline Errors errors_of(const Shape& shape, const Factors& factors, const std::vector<float>& c,
                        std::uint64_t seed) {
  Errors errors;
  if (c.empty()) return errors;
  const tutorial::Random random(seed + 7);
  for (std::uint64_t i = 0; i < 4096; ++i) {
    const auto row = random.below(static_cast<std::uint32_t>(shape.m), 2 * i);
    const auto col = random.below(static_cast<std::uint32_t>(shape.n), 2 * i + 1);
    double sum = 0, size = 0, squares = 0;
    for (std::int64_t term = 0; term < shape.k; ++term) {
      const double product = static_cast<double>(factors.a[static_cast<std::size_t>(row * shape.k + term)]) *
                             factors.b[static_cast<std::size_t>(term * shape.n + col)];
      sum += product;
      size += std::abs(product);
      squares += product * product;
    }
    if (squares == 0) continue;
    const double error = std::abs(c[static_cast<std::size_t>(row * shape.n + col)] - sum);
    errors.in_roundings = std::max(errors.in_roundings, error / (0x1p-24 * std::sqrt(squares)));
    errors.of_sizes = std::max(errors.of_sizes, error / size);
  }
  return errors;
}

/// A line for the reader.
inline std::string error_text(const std::string& who, const Errors& errors) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3g roundings, %.3g u of the sizes", errors.in_roundings,
                errors.of_sizes * 0x1p24);
  return "Largest error of " + who + ": " + text;
}

}  // namespace matmul
