#include "../matrix_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sides[][2] = {{0, 0},   {1, 1},   {2, 2},   {31, 31},
                                      {32, 32}, {33, 33}, {64, 64}, {97, 97}};
  for (const auto [rows, cols] : sides) all.push_back(matrix_case::in_place(rows, cols, seed));
  tutorial::exercise::add_counted<std::size_t>(
      all, seed, 12, 9, [seed](std::size_t k) { return matrix_case::in_place(8 * k, 8 * k, seed); });
  const auto side = tutorial::exercise::drawn_size<std::size_t>(seed, 257, 264);
  all.push_back(matrix_case::in_place(side, side, seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
