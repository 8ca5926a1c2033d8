#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

/// What every program of chapter 8 needs: the shape of the matrix, an input without symmetry, and the check.
namespace ch08 {

/// Rows and columns of the input; the output has them the other way round. Row-major, no padding.
struct Shape {
  std::int64_t rows;
  std::int64_t cols;

  /// Elements. @throws tutorial::UsageError where they are too many
  std::int64_t count() const {
    constexpr std::int64_t side_limit = std::int64_t{1} << 31;
    tutorial::Program::require(
        rows < side_limit && cols < side_limit,
        "--rows and --cols must be below 2^31 each: row and column numbers are 32 bits wide");
    tutorial::Program::require(rows == 0 || cols <= (std::int64_t{1} << 40) / rows,
                               "--rows times --cols must not exceed 2^40 elements");
    return rows * cols;
  }
  std::string text() const { return tutorial::count_text(rows) + " x " + tutorial::count_text(cols); }
};

/// Adds --rows and --cols. The GPU's default is 256 MiB of float: four times the L2 cache of an H200, twice
/// that of a B200.
inline void add_shape(tutorial::Program& program, Shape& shape) {
  program.size("--rows", shape.rows, "rows of the input matrix",
               {.gpu = 8192, .simulator = 1024, .quick = 257});
  program.size("--cols", shape.cols, "columns of the input matrix",
               {.gpu = 8192, .simulator = 1024, .quick = 129});
}

/// Makes rows [begin, end) of a matrix of `cols` columns. What the loop uses is passed by value, so that only the stores go to memory.
template <typename T, std::invocable<std::int64_t, std::int64_t> Element>
void make_rows(T* matrix, std::int64_t begin, std::int64_t end, std::int64_t cols, Element element) {
  for (std::int64_t row = begin; row < end; ++row) {
    for (std::int64_t col = 0; col < cols; ++col)
      matrix[row * cols + col] = static_cast<T>(element(row, col));
  }
}

/// Row-major, element(row, col).
template <typename T, std::invocable<std::int64_t, std::int64_t> Element>
std::vector<T> matrix_of(Shape shape, const Element& element) {
  std::vector<T> matrix(static_cast<std::size_t>(shape.count()));
  tutorial::in_parts(shape.rows, shape.cols, [&](int, std::int64_t begin, std::int64_t end) {
    make_rows(matrix.data(), begin, end, shape.cols, element);
  });
  return matrix;
}

/// Random elements: a double has more bits than a float can hold, so that one that was a float on its way shows.
template <typename T>
std::vector<T> random_matrix(Shape shape, std::uint64_t seed) {
  const tutorial::Random random(seed);
  return matrix_of<T>(shape, [random, shape](std::int64_t row, std::int64_t col) {
    const auto i = static_cast<std::uint64_t>(row * shape.cols + col);
    T element = random.uniform(i);
    if constexpr (std::is_same_v<T, double>) element += 0x1p-24 * random.uniform(~i);
    return element;
  });
}

/// Element i of the transpose of `in`.
template <typename T>
T transposed(const std::vector<T>& in, Shape shape, std::int64_t i) {
  const std::int64_t row = i % shape.rows;  // of the input
  const std::int64_t col = i / shape.rows;
  return in[static_cast<std::size_t>(row * shape.cols + col)];
}

/// out[c][r] == in[r][c] for every element, exactly: a transpose only moves values.
template <typename T>
tutorial::Verdict check_transposed(const std::vector<T>& out, const std::vector<T>& in, Shape shape) {
  return tutorial::verify(
      out, [&](std::int64_t i) { return transposed(in, shape, i); }, {}, tutorial::matrix_index(shape.rows));
}

/// out[r][c] == in[r][c] for every element.
template <typename T>
tutorial::Verdict check_copied(const std::vector<T>& out, const std::vector<T>& in, Shape shape) {
  return tutorial::verify(
      out, [&](std::int64_t i) { return in[static_cast<std::size_t>(i)]; }, {},
      tutorial::matrix_index(shape.cols));
}

/// The table's row for a kernel that reads every element once and writes every element once.
template <typename T>
tutorial::Case row(Shape shape, const std::string& variant) {
  return {.variant = variant,
          .size = shape.text(),
          .work = 2.0 * static_cast<double>(shape.count()) * sizeof(T),
          .unit = tutorial::Unit::gigabytes_per_second,
          .ceiling = tutorial::Ceiling::copy};
}

/// 16 bytes of adjacent elements: the widest load and store of one instruction on every GPU up to Hopper.
template <typename T>
struct Vector;
template <>
struct Vector<float> {
  using type = float4;
  static constexpr int width = 4;
  static constexpr const char* name = "float4";
};
template <>
struct Vector<double> {
  using type = double2;
  static constexpr int width = 2;
  static constexpr const char* name = "double2";
};

using tutorial::tile_grid;

}  // namespace ch08
