#include "../matmul_case.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  constexpr std::size_t sizes[][3] = {{0, 3, 4},    {3, 0, 4},  {5, 7, 0},   {1, 1, 1},
                                      {64, 64, 16}, {1, 65, 9}, {67, 1, 31}, {37, 83, 17}};
  for (const auto [m, n, k] : sizes) all.push_back(matmul_case(m, n, k, seed));
  add_small_products(all, seed);
  tutorial::exercise::add_counted<std::size_t>(
      all, seed, 64, 57, [seed](std::size_t m) { return matmul_case(m, 128, 48, seed); });
  add_large_products(all, seed);
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
