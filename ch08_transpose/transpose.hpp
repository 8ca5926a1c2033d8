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

  std::int64_t count() const { return rows * cols; }
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

/// A matrix on the host and on the device, and room for the result on the device.
///
/// The device's memory comes first: what does not fit there is refused before the host has made it.
template <typename T>
class Problem {
 public:
  /// Random elements: a double has more bits than a float can hold, so that one that was a float on its way shows.
  Problem(Shape matrix_shape, std::uint64_t seed)
      : Problem(matrix_shape,
                [&matrix_shape, random = tutorial::Random(seed)](std::int64_t row, std::int64_t col) {
                  const auto i = static_cast<std::uint64_t>(row * matrix_shape.cols + col);
                  T element = random.uniform(i);
                  if constexpr (std::is_same_v<T, double>) element += 0x1p-24 * random.uniform(~i);
                  return element;
                }) {}

  /// Elements of the caller's: element(row, col).
  template <std::invocable<std::int64_t, std::int64_t> Element>
  Problem(Shape matrix_shape, Element element)
      : shape(checked(matrix_shape)),
        in(static_cast<std::size_t>(shape.count())),
        out(in.size()),
        host_in(matrix_of(shape, element)) {
    in.copy_from(host_in);
  }

  /// out[c][r] == in[r][c] for every element, exactly: a transpose only moves values.
  tutorial::Verdict check_transposed() const {
    return tutorial::verify(
        out.to_host(), [&](std::int64_t i) { return transposed(i); }, {}, tutorial::matrix_index(shape.rows));
  }

  /// out[r][c] == in[r][c] for every element.
  tutorial::Verdict check_copied() const {
    return tutorial::verify(
        out.to_host(), [&](std::int64_t i) { return host_in[static_cast<std::size_t>(i)]; }, {},
        tutorial::matrix_index(shape.cols));
  }

  /// How many elements of `out` are not those of the transpose.
  std::int64_t misplaced() const {
    const std::vector<T> got = out.to_host();
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      // A NaN, the poison, is misplaced too.
      if (!(got[static_cast<std::size_t>(i)] == transposed(i))) ++count;
    }
    return count;
  }

  /// The table's row for a kernel that reads every element once and writes every element once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = shape.text(),
            .work = 2.0 * static_cast<double>(in.bytes()),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::copy};
  }

  const Shape shape;
  tutorial::DeviceBuffer<T> in;
  tutorial::DeviceBuffer<T> out;
  const std::vector<T> host_in;

 private:
  static Shape checked(Shape shape) {
    constexpr std::int64_t side_limit = std::int64_t{1} << 31;
    tutorial::Program::require(
        shape.rows < side_limit && shape.cols < side_limit,
        "--rows and --cols must be below 2^31 each: row and column numbers are 32 bits wide");
    tutorial::Program::require(shape.rows == 0 || shape.cols <= (std::int64_t{1} << 40) / shape.rows,
                               "--rows times --cols must not exceed 2^40 elements");
    return shape;
  }

  // Element i of the transpose.
  T transposed(std::int64_t i) const {
    const std::int64_t row = i % shape.rows;  // of the input
    const std::int64_t col = i / shape.rows;
    return host_in[static_cast<std::size_t>(row * shape.cols + col)];
  }

  template <typename Element>
  static std::vector<T> matrix_of(Shape shape, const Element& element) {
    std::vector<T> matrix(static_cast<std::size_t>(shape.count()));
    tutorial::in_parts(shape.rows, shape.cols, [&](int, std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        for (std::int64_t col = 0; col < shape.cols; ++col)
          matrix[static_cast<std::size_t>(row * shape.cols + col)] = static_cast<T>(element(row, col));
      }
    });
    return matrix;
  }
};

/// 16 bytes of neighbouring elements: the widest load and store of one instruction on every GPU up to Hopper.
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
