#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sides[][2] = {{0, 8},   {8, 0},   {4, 4},   {4, 100},
                                      {100, 4}, {32, 64}, {28, 36}, {68, 148}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::transpose(rows, cols, seed));
  tutorial::exercise::add_counted<std::size_t>(
      all, seed, 12, 9, [seed](std::size_t k) { return matrix_case::transpose(8 * k, 160, seed); });
  matrix_case::add_large(all, seed, 4, matrix_case::transpose);
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
TUTORIAL_PREDICTED(matrix_case::large)
