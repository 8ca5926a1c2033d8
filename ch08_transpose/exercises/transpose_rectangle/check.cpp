#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sides[][2] = {{0, 7},   {7, 0},   {1, 1},   {1, 70},   {70, 1}, {32, 32},
                                      {64, 32}, {31, 33}, {33, 31}, {67, 101}, {113, 5}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::transpose(rows, cols, seed));
  matrix_case::add_small(all, seed, 1, matrix_case::transpose);
  matrix_case::add_counted_transposes(all, seed);
  matrix_case::add_large(all, seed, 1, matrix_case::transpose);
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
