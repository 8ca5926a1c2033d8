#include <cmath>
#include <iterator>
#include <limits>

#include "../matrix_case.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

Case difference_of(const std::vector<float>& a, const std::vector<float>& b, std::size_t rows,
                   std::size_t cols) {
  std::vector<float> out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a[i] - 2 * b[i]);
  Case c = matrix_case::named(rows, cols);
  c.input("a", a);
  c.input("b", b);
  c.output<float>("out", out.size());
  c.expect("out", out);
  return c;
}

// Integers times a power of two from 2^-60 to 2^60, so that every way to compute the difference gives the same bits. Many elements have up to 22 bits.
// In two cases they are as small and as large as can be.
Case combine(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  const tutorial::Random random(seed + rows * 1000 + cols);
  const int drawn = static_cast<int>(random.below(121, 2 * rows * cols)) - 60;
  const float unit = std::ldexp(1.0f, rows == 31 ? -149 : rows == 33 && cols == 31 ? 112 : drawn);
  const std::int64_t most = rows * cols < 4000 ? 10'000 : 1 << 22;
  std::vector<float> a;
  std::vector<float> b;
  for (std::size_t i = 0; i < rows * cols; ++i) {
    const auto element = [&](std::size_t index) {
      return unit * static_cast<float>(random.below(static_cast<std::uint32_t>(2 * most + 1), index) - most);
    };
    a.push_back(i % 61 == 1 ? 0.0f : element(2 * i));
    b.push_back(i % 61 == 2 ? 0.0f : element(2 * i + 1));
  }
  return difference_of(a, b, rows, cols);
}

// Elements of 24 bits and different exponents, so that differences round. 2 b is exact, so there is one rounding, with and without a fused
// multiply-add. A few elements of either matrix are infinite or a NaN, one pair of them at the same place.
Case rounded(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  const tutorial::Random random(seed + rows * 1000 + cols);
  std::vector<float> a, b;
  for (std::size_t i = 0; i < rows * cols; ++i) {
    const auto element = [&](std::size_t index) {
      return std::ldexp(random.uniform(index) - 0.5f, static_cast<int>(random.below(12, index + 1)));
    };
    a.push_back(element(4 * i));
    b.push_back(element(4 * i + 2));
  }
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float values[] = {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()};
  for (std::size_t i = 0; i < std::size(values); ++i) {
    const std::size_t part = a.size() / (2 * std::size(values));
    a[2 * i * part + random.below(static_cast<std::uint32_t>(part), 4 * a.size() + i)] = values[i];
    b[(2 * i + 1) * part + random.below(static_cast<std::uint32_t>(part), 5 * a.size() + i)] = values[i];
  }
  a[a.size() - 1] = b[a.size() - 1] = infinity;
  return difference_of(a, b, rows, cols);
}

Cases cases(std::uint64_t seed) {
  Cases all;
  constexpr std::size_t sides[][2] = {{0, 5},   {5, 0},   {1, 1},   {1, 200}, {200, 1},
                                      {31, 33}, {33, 31}, {32, 64}, {101, 13}};
  for (const auto [rows, cols] : sides) all.push_back(combine(rows, cols, seed));
  matrix_case::add_small(all, seed, 1, combine);
  // Every other row begins in the middle of a sector: a warp that has parts of several rows needs more sectors than one that works along a row.
  add_counted<std::size_t>(all, seed, 40, 33, [seed](std::size_t rows) { return combine(rows, 100, seed); });
  matrix_case::add_large(all, seed, 1, combine);
  all.push_back(rounded(37, 61, seed));
  return all;
}

Case large() {
  constexpr std::size_t side = 2048;
  Case c = matrix_case::named(side, side);
  c.input("a", std::vector<float>(side * side, 3.0f));
  c.input("b", std::vector<float>(side * side, 1.0f));
  c.output<float>("out", side * side);
  return c;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
TUTORIAL_PREDICTED(large)
