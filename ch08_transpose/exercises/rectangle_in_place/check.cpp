#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  // The last two have many short cycles, and a place times the number of rows or columns does not fit in 32 bits.
  constexpr std::size_t sides[][2] = {{0, 7},     {7, 0},      {1, 1},     {1, 31},  {33, 1},
                                      {2, 3},     {3, 5},      {16, 16},   {31, 37}, {24, 60},
                                      {125, 121}, {46'598, 2}, {2, 46'598}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::in_place(rows, cols, seed));
  // Of 37 to 39 rows, so that there are many cycles: 242, 64 and 242.
  tutorial::exercise::add_counted<std::size_t>(
      all, seed, 39, 37, [seed](std::size_t rows) { return matrix_case::in_place(rows, 72, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
