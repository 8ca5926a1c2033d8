#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <utility>
#include <vector>

/// The cases of chapter 8's exercises: a matrix of random elements, row by row, and its transpose.
namespace matrix_case {

enum class Elements {
  moderate,  ///< between -1/2 and 1/2
  any,       ///< of any size and sign
};

inline Elements usual(std::size_t rows, std::size_t cols) {
  return rows * cols < 2000 ? Elements::moderate : Elements::any;
}

/// rows x cols elements, no two rows or columns alike.
inline std::vector<float> random_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed,
                                        Elements elements) {
  const tutorial::Random random(seed + rows * 100'000 + cols);
  std::vector<float> matrix(rows * cols);
  for (std::size_t i = 0; i < matrix.size(); ++i)
    matrix[i] = elements == Elements::moderate ? random.uniform(i) - 0.5f
                                               : tutorial::exercise::any_word<float>(random.bits(i));
  return matrix;
}

inline std::vector<float> transpose_of(const std::vector<float>& matrix, std::size_t rows, std::size_t cols) {
  std::vector<float> transposed(matrix.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t col = 0; col < cols; ++col) transposed[col * rows + row] = matrix[row * cols + col];
  }
  return transposed;
}

inline tutorial::exercise::Case named(std::size_t rows, std::size_t cols) {
  tutorial::exercise::Case c(std::to_string(rows) + " x " + std::to_string(cols));
  c.number("rows", static_cast<std::int64_t>(rows));
  c.number("cols", static_cast<std::int64_t>(cols));
  return c;
}

/// Input "in" of rows x cols, output "out" of cols x rows, which must be its transpose.
inline tutorial::exercise::Case transpose_of_elements(std::size_t rows, std::size_t cols, std::uint64_t seed,
                                                      Elements elements) {
  const std::vector<float> in = random_matrix(rows, cols, seed, elements);
  tutorial::exercise::Case c = named(rows, cols);
  c.input("in", in);
  c.output<float>("out", in.size());
  c.expect_words("out", transpose_of(in, rows, cols));
  return c;
}
inline tutorial::exercise::Case transpose(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  return transpose_of_elements(rows, cols, seed, usual(rows, cols));
}

/// "matrix" of rows x cols, which must hold its transpose, of cols x rows, afterwards.
inline tutorial::exercise::Case in_place_of_elements(std::size_t rows, std::size_t cols, std::uint64_t seed,
                                                     Elements elements) {
  const std::vector<float> matrix = random_matrix(rows, cols, seed, elements);
  tutorial::exercise::Case c = named(rows, cols);
  c.in_out("matrix", matrix);
  c.expect_words("matrix", transpose_of(matrix, rows, cols));
  return c;
}
inline tutorial::exercise::Case in_place(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  return in_place_of_elements(rows, cols, seed, usual(rows, cols));
}

/// add_counted(), with elements of any size in the first case and moderate ones in the second: make(size, elements).
template <class Make>
void add_counted_matrices(tutorial::exercise::Cases& all, std::uint64_t seed, std::size_t size,
                          std::size_t least, Make make) {
  tutorial::exercise::add_counted<std::size_t>(all, seed, size, least, [&](std::size_t own) {
    return make(own, own == size ? Elements::any : Elements::moderate);
  });
}

/// The counted ones, the second of a size that only the seed tells, and of moderate elements: 2x3 tiles of 32x32, the last of each row and column
/// cut, and rows of whole sectors.
inline void add_counted_transposes(tutorial::exercise::Cases& all, std::uint64_t seed) {
  all.push_back(transpose(48, 80, seed).counted());
  const auto fewer = 8 * tutorial::exercise::drawn_size<std::size_t>(seed, 0, 2);
  all.push_back(
      transpose_of_elements(fewer == 0 ? 48 : 40, fewer == 0 ? 72 : 64 + fewer, seed, Elements::moderate)
          .counted());
}

/// Small matrices: with few rows or columns, with sides just below and above a half and a whole tile of 32x32, even sides that are no multiples of
/// 4, and two shapes that only the seed determines. Sides are in `unit`s, of 1 or 4 elements.
template <class Make>
void add_small(tutorial::exercise::Cases& all, std::uint64_t seed, std::size_t unit, Make make) {
  using Sides = std::vector<std::pair<std::size_t, std::size_t>>;
  const Sides ones = {{2, 3}, {4, 2}, {3, 50}, {9, 4}, {15, 7}, {17, 20}, {8, 24}, {34, 38}};
  const Sides fours = {{2, 3}, {3, 2}, {5, 25}, {25, 6}, {4, 4}, {9, 2}};
  for (const auto& [rows, cols] : unit == 1 ? ones : fours)
    all.push_back(make(unit * rows, unit * cols, seed));
  const auto most = 30 / unit, drawn = tutorial::exercise::drawn_size<std::size_t>(seed, 2, most);
  const auto other = tutorial::exercise::drawn_size<std::size_t>(seed + 1, 2, most);
  all.push_back(make(unit * drawn, unit * other, seed));
  all.push_back(make(unit * other, unit * (drawn + 32 / unit), seed));
}

/// Three large matrices: a high one, a wide one, both so long that 32 of their rows or columns do not fit in shared memory, and one with no short
/// side. Their sides are multiples of `unit`, at most 32.
template <class Make>
void add_large(tutorial::exercise::Cases& all, std::uint64_t seed, std::size_t unit, Make make) {
  const auto drawn = [&](std::size_t least, std::size_t most) {
    return (tutorial::exercise::drawn_size(seed, least, most) + unit - 1) / unit * unit;
  };
  const std::size_t longer = drawn(1825, 1888), side = drawn(241, 304);
  all.push_back(make(longer, 32, seed));
  all.push_back(make(32, longer, seed));
  all.push_back(make(side, unit * (280 / unit + 1), seed));
}

/// The same arguments at a size that times are predicted for.
inline tutorial::exercise::Case large() {
  constexpr std::size_t side = 2048;
  tutorial::exercise::Case c = named(side, side);
  c.input("in", std::vector<float>(side * side, 1.0f));
  c.output<float>("out", side * side);
  return c;
}

}  // namespace matrix_case
