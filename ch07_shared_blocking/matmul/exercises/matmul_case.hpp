#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <vector>

/// c = a b with a of m x k and b of k x n elements, without the expected result.
inline tutorial::exercise::Case product_of(const std::vector<float>& a, const std::vector<float>& b,
                                           std::size_t m, std::size_t n, std::size_t k) {
  tutorial::exercise::Case product("m = " + std::to_string(m) + ", n = " + std::to_string(n) +
                                   ", k = " + std::to_string(k));
  product.number("m", static_cast<std::int64_t>(m));
  product.number("n", static_cast<std::int64_t>(n));
  product.number("k", static_cast<std::int64_t>(k));
  product.input("a", a);
  product.input("b", b);
  product.output<float>("c", m * n);
  return product;
}

/// Of matrices for which no order of the additions makes a difference.
inline std::vector<float> exact_product(const std::vector<float>& a, const std::vector<float>& b,
                                        std::size_t m, std::size_t n, std::size_t k) {
  std::vector<float> c(m * n, 0.0f);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t term = 0; term < k; ++term) {
      for (std::size_t col = 0; col < n; ++col) c[row * n + col] += a[row * k + term] * b[term * n + col];
    }
  }
  return c;
}

/// Elements are multiples of a power of two, small enough for every
/// sum to be exact in float, in any order. Each row of a and each column of b has a power of its own: an answer that adds elements of several
/// rows loses bits. The seed chooses the matrix whose elements have more bits. With k = 1 there is no sum, and all have the bits of a float.
inline tutorial::exercise::Case matmul_case(std::size_t m, std::size_t n, std::size_t k, std::uint64_t seed) {
  const tutorial::Random random(seed + (m * 1000 + n) * 1000 + k);
  const auto unit = [&](std::size_t line) {
    return std::ldexp(1.0f, static_cast<int>(random.below(41, (m + n) * (k + 1) + line)) - 20);
  };
  const bool is_wide_a = random.below(2, (m + n) * k + 1) == 0;
  const auto element = [&](std::size_t i, bool is_wide) {
    if (k == 1 && m * n > 1) return i % 61 == 0 ? 0.0f : random.uniform(i) - 0.5f;
    const std::uint32_t most = is_wide ? 4095 : k < 100 ? 9 : 3;
    return static_cast<float>(random.below(2 * most + 1, i)) - static_cast<float>(most);
  };
  std::vector<float> a(m * k);
  std::vector<float> b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = unit(i / k) * element(i, is_wide_a);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = unit(m + i % n) * element(a.size() + i, !is_wide_a);

  tutorial::exercise::Case product = product_of(a, b, m, n, k);
  product.expect("c", exact_product(a, b, m, n, k));
  return product;
}

/// Positive elements of 24 bits, so that each addition rounds. In any order, sums that round to the nearest are nearer to the exact ones than the
/// bound; they are not if all additions round in one direction.
inline tutorial::exercise::Case rounding_case(std::size_t m, std::size_t n, std::size_t k,
                                              std::uint64_t seed) {
  constexpr double bound = 64 * 0x1p-24;
  const tutorial::Random random(seed + k);
  std::vector<float> a(m * k), b(k * n), c;
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = 1 + random.uniform(i);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = 1 + random.uniform(a.size() + i);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t col = 0; col < n; ++col) {
      double sum = 0;
      for (std::size_t term = 0; term < k; ++term)
        sum += static_cast<double>(a[row * k + term]) * static_cast<double>(b[term * n + col]);
      c.push_back(static_cast<float>(sum));
    }
  }
  tutorial::exercise::Case product = product_of(a, b, m, n, k);
  product.expect_near("c", c, bound);
  return product;
}

/// Zeros, and a few infinities and NaN: 0 times one of these is NaN. Two are in the last terms, which an answer may read again to fill its last
/// tile.
inline tutorial::exercise::Case special_case(std::size_t k, std::uint64_t seed) {
  constexpr std::size_t m = 37, n = 41;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const tutorial::Random random(seed + k);
  std::vector<float> a(m * k, 1.0f), b(k * n, 1.0f);
  for (std::vector<float>* matrix : {&a, &b}) {
    std::uint64_t drawn = matrix->size();
    const auto any = [&]() -> float& {
      return (*matrix)[random.below(static_cast<std::uint32_t>(matrix->size()), ++drawn)];
    };
    for (std::size_t i = 0; i < matrix->size() / 3; ++i) any() = 0;
    for (const float value : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()}) any() = value;
  }
  a[k * random.below(m, 1) + k - 1] = infinity;
  b[(k - 1) * n + random.below(n, 2)] = -infinity;
  tutorial::exercise::Case product = product_of(a, b, m, n, k);
  product.expect("c", exact_product(a, b, m, n, k));
  return product;
}

/// The first 32 columns of a are zeros, and so are the other rows of b. The other factors are ones, and one of each matrix is infinite: a step whose
/// tile is all zeros counts, too.
inline tutorial::exercise::Case case_of_zero_tiles(std::uint64_t seed) {
  constexpr std::size_t m = 17, n = 19, k = 64, half = k / 2;
  const tutorial::Random random(seed);
  std::vector<float> a(m * k, 1.0f), b(k * n, 1.0f);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i % k < half) a[i] = 0;
  for (std::size_t i = half * n; i < b.size(); ++i) b[i] = 0;
  a[random.below(m, 0) * k + half + random.below(half, 1)] = std::numeric_limits<float>::infinity();
  b[random.below(half, 2) * n + random.below(n, 3)] = std::numeric_limits<float>::infinity();
  tutorial::exercise::Case product = product_of(a, b, m, n, k);
  product.expect("c", exact_product(a, b, m, n, k));
  return product;
}

/// The rows of a, or the columns of b, are of any size: as small as can be, moderate and large. Products with the other matrix are exact, and so
/// are their sums.
inline tutorial::exercise::Case case_of_any_size(bool is_a, std::uint64_t seed) {
  constexpr std::size_t m = 19, n = 17, k = 18;
  constexpr int units[] = {-149, 0, 108};
  const tutorial::Random random(seed + (is_a ? 1 : 0));
  std::vector<float> a(m * k), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = std::ldexp(static_cast<float>(random.below(19, i)) - 9, is_a ? units[i / k % 3] : 0);
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = std::ldexp(static_cast<float>(random.below(19, a.size() + i)) - 9, is_a ? 0 : units[i % n % 3]);
  tutorial::exercise::Case product = product_of(a, b, m, n, k);
  product.expect("c", exact_product(a, b, m, n, k));
  return product;
}

/// Small products: a few rows, columns and terms, in all combinations with more of them, and sizes that only the seed determines.
inline void add_small_products(tutorial::exercise::Cases& all, std::uint64_t seed) {
  constexpr std::size_t sizes[][3] = {{2, 3, 2},   {6, 5, 3},   {9, 20, 12},
                                      {20, 18, 8}, {4, 34, 14}, {35, 7, 5}};
  for (const auto [m, n, k] : sizes) all.push_back(matmul_case(m, n, k, seed));
  const auto drawn = [&](std::uint64_t ahead, std::size_t most) {
    return tutorial::exercise::drawn_size<std::size_t>(seed + ahead, 2, most);
  };
  all.push_back(matmul_case(drawn(0, 15), drawn(1, 15), drawn(2, 14), seed));
  all.push_back(matmul_case(drawn(3, 30), drawn(4, 30), drawn(5, 30), seed));
}

/// A product whose result is large, two of long sums: exact ones, and sums that round, some of special values, and two of very different ones.
inline void add_large_products(tutorial::exercise::Cases& all, std::uint64_t seed) {
  const auto side = tutorial::exercise::drawn_size<std::size_t>(seed, 257, 264);
  all.push_back(matmul_case(side, side - 32, 1, seed));
  all.push_back(matmul_case(3, 2, 2 * side, seed));
  all.push_back(rounding_case(2, 3, 2 * side, seed));
  for (const std::size_t k : {std::size_t{64}, tutorial::exercise::drawn_size<std::size_t>(seed, 17, 31)})
    all.push_back(special_case(k, seed));
  all.push_back(case_of_zero_tiles(seed));
  for (const bool is_a : {true, false}) all.push_back(case_of_any_size(is_a, seed));
}
