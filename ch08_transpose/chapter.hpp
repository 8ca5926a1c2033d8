#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

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

/// Adds --rows and --cols. The GPU's default is 256 MiB of float, more than four times the L2 cache of the
/// largest GPUs.
inline void add_shape(tutorial::Program& program, Shape& shape) {
  program.size("--rows", shape.rows, "rows of the input matrix", {8192, 1024, 257});
  program.size("--cols", shape.cols, "columns of the input matrix", {8192, 1024, 129});
}

/// A matrix on the host and on the device, and room for the result on the device.
///
/// The device's memory comes first: what does not fit there is refused before the host has made it.
template <typename T>
class Problem {
 public:
  Problem(Shape matrix_shape, std::uint64_t seed)
      : shape(checked(matrix_shape)),
        in(static_cast<std::size_t>(shape.count())),
        out(in.size()),
        host_in(random_matrix(in.size(), seed)) {
    in.copy_from(host_in);
  }

  /// out[c][r] == in[r][c] for every element, exactly: a transpose only moves values.
  tutorial::Verdict check_transposed() const {
    return tutorial::verify(
        out.to_host(),
        [&](std::int64_t i) {
          const std::int64_t row = i % shape.rows;  // of the input
          const std::int64_t col = i / shape.rows;
          return host_in[static_cast<std::size_t>(row * shape.cols + col)];
        },
        {}, tutorial::matrix_index(shape.rows));
  }

  /// out[r][c] == in[r][c] for every element.
  tutorial::Verdict check_copied() const {
    return tutorial::verify(
        out.to_host(), [&](std::int64_t i) { return host_in[static_cast<std::size_t>(i)]; }, {},
        tutorial::matrix_index(shape.cols));
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
    tutorial::Program::require(shape.rows < side_limit && shape.cols < side_limit,
                               "--rows and --cols must be below 2^31 each: row and column numbers are 32 bits wide");
    tutorial::Program::require(shape.rows == 0 || shape.cols <= (std::int64_t{1} << 40) / shape.rows,
                               "--rows times --cols must not exceed 2^40 elements");
    return shape;
  }

  static std::vector<T> random_matrix(std::size_t count, std::uint64_t seed) {
    const tutorial::Random random(seed);
    std::vector<T> matrix(count);
    for (std::size_t i = 0; i < count; ++i) matrix[i] = random.uniform(i);
    return matrix;
  }
};

/// The grid of tiles, `width` columns by `height` rows of a matrix, that covers `rows` x `cols`: x along the
/// columns, y along the rows. gridDim.y ends at 65 535; from there on the z dimension counts.
///
/// A block's row of tiles is blockIdx.z * gridDim.y + blockIdx.y; the last ones may lie below the matrix.
inline dim3 tile_grid(std::int64_t rows, std::int64_t cols, int width, int height) {
  constexpr unsigned max_grid_y = 65'535;
  const unsigned tile_rows = tutorial::blocks_for(rows, height);
  const unsigned grid_y = std::min(tile_rows, max_grid_y);
  return dim3(tutorial::blocks_for(cols, width), grid_y, (tile_rows + grid_y - 1) / grid_y);
}

}  // namespace ch08
