#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sides[][2] = {{0, 32}, {32, 0}, {32, 32}, {32, 96}, {96, 32}, {64, 160}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::transpose(rows, cols, seed));
  matrix_case::add_counted_matrices(all, seed, 3, 1, [seed](std::size_t k, matrix_case::Elements elements) {
    return matrix_case::transpose_of_elements(64, 32 * k, seed, elements);
  });
  matrix_case::add_large(all, seed, 32, matrix_case::transpose);
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
