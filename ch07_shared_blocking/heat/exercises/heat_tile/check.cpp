#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <utility>
#include <vector>

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// A cell and its neighbors. A row or a column beyond the edge is the one at the edge.
template <class Number>
struct Around {
  Around(const std::vector<float>& cells, std::int64_t rows, std::int64_t cols, std::int64_t row,
         std::int64_t col) {
    const auto cell = [&](std::int64_t r, std::int64_t c) {
      r = std::clamp<std::int64_t>(r, 0, rows - 1);
      c = std::clamp<std::int64_t>(c, 0, cols - 1);
      return static_cast<Number>(cells[static_cast<std::size_t>(r * cols + c)]);
    };
    own = cell(row, col);
    left = cell(row, col - 1);
    right = cell(row, col + 1);
    up = cell(row - 1, col);
    down = cell(row + 1, col);
  }
  Number own, left, right, up, down;
};

// Without the expected temperatures.
Case case_of(const std::string& name, const std::vector<float>& from, std::int64_t rows, std::int64_t cols) {
  Case c(name);
  c.number("rows", rows);
  c.number("cols", cols);
  c.input("from", from);
  c.output<float>("to", from.size());
  return c;
}

// Temperatures are integers times a power of two, from 2^-60 to 2^60, so that a step, which takes an eighth of a sum, is exact in float. On two
// plates they are as small and as large as can be. On large ones some may be below 0, and some are a zero with either sign.
Case heat_case(std::int64_t rows, std::int64_t cols, std::uint64_t seed, bool is_negative = true) {
  const tutorial::Random random(seed + static_cast<std::uint64_t>(rows * 1000 + cols));
  std::vector<float> from(static_cast<std::size_t>(rows * cols));
  const int drawn = static_cast<int>(random.below(121, from.size())) - 60;
  const float unit = std::ldexp(1.0f, rows == 16 ? -146 : rows == 23 ? 112 : drawn);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const bool is_small = from.size() < 3900;
    const std::uint32_t values = is_small ? 4000 : (1u << 21) - 1;
    from[i] = unit *
              (static_cast<float>(random.below(values, i)) - (is_small || !is_negative ? 0.0f : 0x1p20f - 1));
    if (!is_small && i % 61 == 0) from[i] = i % 2 == 0 || !is_negative ? 0.0f : -0.0f;
  }

  std::vector<float> to;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t col = 0; col < cols; ++col) {
      const Around<float> at(from, rows, cols, row, col);
      to.push_back(at.own + (at.left + at.right + at.up + at.down - 4 * at.own) / 8);
    }
  Case c = case_of(std::to_string(rows) + " x " + std::to_string(cols) + " cells", from, rows, cols);
  c.expect("to", to);
  return c;
}

// Some cells are so warm that nothing is left of the others where they have been added to these and subtracted again. Steps round.
Case mixed_sizes(std::uint64_t seed) {
  constexpr std::int64_t rows = 19, cols = 67;
  constexpr double bound = 16 * 0x1p-24;
  const tutorial::Random random(seed);
  std::vector<float> from(rows * cols), to;
  std::vector<double> bounds;
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = std::ldexp(random.uniform(2 * i) - 0.5f, random.below(16, 2 * i + 1) == 0 ? 34 : 0);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t col = 0; col < cols; ++col) {
      const Around<double> at(from, rows, cols, row, col);
      to.push_back(static_cast<float>(at.own + (at.left + at.right + at.up + at.down - 4 * at.own) / 8));
      bounds.push_back(bound * (std::abs(at.own) + std::abs(at.left) + std::abs(at.right) + std::abs(at.up) +
                                std::abs(at.down)));
    }
  Case c = case_of("19 x 67 cells of very different temperature", from, rows, cols);
  c.expect_within("to", to, bounds);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  constexpr int sides[][2] = {{0, 5},   {7, 0},  {1, 1},  {1, 40},  {40, 1}, {8, 32},
                              {16, 64}, {7, 31}, {9, 33}, {23, 67}, {61, 29}};
  for (const auto [rows, cols] : sides) all.push_back(heat_case(rows, cols, seed));
  // All small widths and heights, and shapes that only the seed determines.
  for (const auto& [rows, cols] : {std::pair(3, 2), {9, 4}, {2, 3}, {4, 17}, {6, 34}, {17, 31}})
    all.push_back(heat_case(rows, cols, seed));
  const auto drawn = tutorial::exercise::drawn_size<std::int64_t>(seed, 2, 15);
  const auto other = tutorial::exercise::drawn_size<std::int64_t>(seed + 1, 2, 30);
  all.push_back(heat_case(drawn, other, seed));
  all.push_back(heat_case(other, drawn + 32, seed));
  all.push_back(mixed_sizes(seed));
  // On the second one no cell is below 0.
  add_counted<std::int64_t>(all, seed, 48, 41,
                            [seed](std::int64_t rows) { return heat_case(rows, 96, seed, rows == 48); });
  const auto side = tutorial::exercise::drawn_size<std::int64_t>(seed, 257, 270);
  const auto longer = tutorial::exercise::drawn_size<std::int64_t>(
      seed, 5850, 5900);  // ten such rows do not fit in shared memory
  for (const auto& [rows, cols] : {std::pair(side, side - 1), {3 * side, 5}, {2, longer}})
    all.push_back(heat_case(rows, cols, seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
