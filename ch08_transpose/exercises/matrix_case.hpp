#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <vector>

/// The cases of chapter 8's exercises: a matrix of random elements, row by row, and its transpose.
namespace matrix_case {

/// rows x cols elements, no two rows or columns alike. Those of a large matrix are of any size and sign.
inline std::vector<float> random_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  const tutorial::Random random(seed + rows * 100'000 + cols);
  std::vector<float> matrix(rows * cols);
  for (std::size_t i = 0; i < matrix.size(); ++i)
    matrix[i] =
        matrix.size() < 2000 ? random.uniform(i) - 0.5f : tutorial::exercise::any_word<float>(random.bits(i));
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
inline tutorial::exercise::Case transpose(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  const std::vector<float> in = random_matrix(rows, cols, seed);
  tutorial::exercise::Case c = named(rows, cols);
  c.input("in", in);
  c.output<float>("out", in.size());
  c.expect_words("out", transpose_of(in, rows, cols));
  return c;
}

/// The counted ones, the second of a size that only the seed tells: 2x3 tiles of 32x32, the last of each row and column cut, and rows of whole
/// sectors.
inline void add_counted_transposes(tutorial::exercise::Cases& all, std::uint64_t seed) {
  all.push_back(transpose(48, 80, seed).counted());
  const auto fewer = 8 * tutorial::exercise::drawn_size<std::size_t>(seed, 0, 2);
  all.push_back(transpose(fewer == 0 ? 48 : 40, fewer == 0 ? 72 : 64 + fewer, seed).counted());
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

/// "matrix" of rows x cols, which must hold its transpose, of cols x rows, afterwards.
inline tutorial::exercise::Case in_place(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  const std::vector<float> matrix = random_matrix(rows, cols, seed);
  tutorial::exercise::Case c = named(rows, cols);
  c.in_out("matrix", matrix);
  c.expect_words("matrix", transpose_of(matrix, rows, cols));
  return c;
}

}  // namespace matrix_case
