#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sides[][2] = {{0, 32}, {32, 0}, {32, 32}, {32, 96}, {96, 32}, {64, 160}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::transpose(rows, cols, seed));
  tutorial::exercise::add_counted<std::size_t>(
      all, seed, 3, 1, [seed](std::size_t k) { return matrix_case::transpose(64, 32 * k, seed); });
  matrix_case::add_large(all, seed, 32, matrix_case::transpose);
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
