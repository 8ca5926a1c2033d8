#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  // The last two have many short cycles, and a place times the number of rows or columns does not fit in 32 bits.
  constexpr std::size_t sides[][2] = {{0, 7},     {7, 0},      {1, 1},     {1, 31},  {33, 1},
                                      {2, 3},     {3, 5},      {16, 16},   {31, 37}, {24, 60},
                                      {125, 121}, {46'598, 2}, {2, 46'598}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::in_place(rows, cols, seed));
  // Small squares and rectangles, and two squares of which one does not fit in one block of 32x32 threads.
  constexpr std::size_t small[][2] = {{2, 2},   {3, 3},   {4, 6},   {9, 12},
                                      {17, 16}, {33, 64}, {64, 33}, {40, 40}};
  for (const auto [rows, cols] : small) all.push_back(matrix_case::in_place(rows, cols, seed));
  const auto drawn = tutorial::exercise::drawn_size<std::size_t>(seed, 4, 31);
  for (const std::size_t side : {drawn, drawn + 32}) all.push_back(matrix_case::in_place(side, side, seed));
  // Of 37 to 39 rows, so that there are many cycles: 242, 64 and 242.
  matrix_case::add_counted_matrices(all, seed, 39, 37, [seed](std::size_t k, matrix_case::Elements elements) {
    return matrix_case::in_place_of_elements(k, 72, seed, elements);
  });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
