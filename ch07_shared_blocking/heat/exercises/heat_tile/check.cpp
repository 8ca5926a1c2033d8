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

// Temperatures are integers times a power of two, so that a step, which takes an eighth of a sum, is exact in float. On large plates some are
// below 0.
Case heat_case(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  const tutorial::Random random(seed + static_cast<std::uint64_t>(rows * 1000 + cols));
  std::vector<float> from(static_cast<std::size_t>(rows * cols));
  const float unit = std::ldexp(1.0f, static_cast<int>(random.below(21, from.size())) - 10);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const bool is_small = from.size() < 3900;
    const std::uint32_t values = is_small ? 4000 : (1u << 21) - 1;
    from[i] = unit * (static_cast<float>(random.below(values, i)) - (is_small ? 0.0f : 0x1p20f - 1));
    if (!is_small && i % 61 == 0) from[i] = 0;
  }

  // A row or a column beyond the edge is the one at the edge.
  const auto cell = [&](std::int64_t row, std::int64_t col) {
    row = std::clamp<std::int64_t>(row, 0, rows - 1);
    col = std::clamp<std::int64_t>(col, 0, cols - 1);
    return from[static_cast<std::size_t>(row * cols + col)];
  };
  std::vector<float> to;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const float around = cell(row, col - 1) + cell(row, col + 1) + cell(row - 1, col) + cell(row + 1, col);
      to.push_back(cell(row, col) + (around - 4 * cell(row, col)) / 8);
    }
  }

  Case c(std::to_string(rows) + " x " + std::to_string(cols) + " cells");
  c.number("rows", rows);
  c.number("cols", cols);
  c.input("from", from);
  c.output<float>("to", to.size());
  c.expect("to", to);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  constexpr int sides[][2] = {{0, 5},   {7, 0},  {1, 1},  {1, 40},  {40, 1}, {8, 32},
                              {16, 64}, {7, 31}, {9, 33}, {23, 67}, {61, 29}};
  for (const auto [rows, cols] : sides) all.push_back(heat_case(rows, cols, seed));
  add_counted<std::int64_t>(all, seed, 48, 41,
                            [seed](std::int64_t rows) { return heat_case(rows, 96, seed); });
  const auto side = tutorial::exercise::drawn_size<std::int64_t>(seed, 257, 270);
  for (const auto& [rows, cols] : {std::pair(side, side - 1), {3 * side, 5}, {5, 3 * side}})
    all.push_back(heat_case(rows, cols, seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
