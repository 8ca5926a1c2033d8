#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sides[][2] = {{0, 7}, {7, 0}, {1, 1}, {1, 70}, {70, 1}, {32, 64}, {31, 33}, {67, 41}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::transpose(rows, cols, seed));
  matrix_case::add_small(all, seed, 1, matrix_case::transpose);
  matrix_case::add_counted_matrices(all, seed, 8, 5, [seed](std::size_t k, matrix_case::Elements elements) {
    return matrix_case::transpose_of_elements(8 * k, 96, seed, elements);
  });
  matrix_case::add_large(all, seed, 1, matrix_case::transpose);
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
TUTORIAL_PREDICTED(matrix_case::large)
