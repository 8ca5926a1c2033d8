#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sides[][2] = {{0, 0},   {1, 1},   {2, 2},   {31, 31},
                                      {32, 32}, {33, 33}, {64, 64}, {97, 97}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::in_place(rows, cols, seed));
  // Within a tile, in the middle of a second one, and of five tiles per side.
  const auto small = tutorial::exercise::drawn_size<std::size_t>(seed, 5, 30);
  for (const std::size_t side : {std::size_t{3}, std::size_t{4}, std::size_t{17}, std::size_t{24}, small,
                                 std::size_t{34}, small + 32, small + 128})
    all.push_back(matrix_case::in_place(side, side, seed));
  matrix_case::add_counted_matrices(all, seed, 12, 9, [seed](std::size_t k, matrix_case::Elements elements) {
    return matrix_case::in_place_of_elements(8 * k, 8 * k, seed, elements);
  });
  const auto side = tutorial::exercise::drawn_size<std::size_t>(seed, 257, 264);
  all.push_back(matrix_case::in_place(side, side, seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
