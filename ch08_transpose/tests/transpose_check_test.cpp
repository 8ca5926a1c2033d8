#include <doctest/doctest.h>

#include "../problem.hpp"

namespace {

constexpr ch08::Shape shape = {5, 3};

template <typename T>
std::vector<T> transposed(const ch08::Problem<T>& matrix) {
  std::vector<T> out;
  for (std::int64_t col = 0; col < matrix.shape.cols; ++col) {
    for (std::int64_t row = 0; row < matrix.shape.rows; ++row) {
      out.push_back(matrix.host_in[static_cast<std::size_t>(row * matrix.shape.cols + col)]);
    }
  }
  return out;
}

}  // namespace

TEST_CASE_TEMPLATE("transpose check: a copy is a copy, a transpose is a transpose, and neither is the other",
                   T, float, double) {
  ch08::Problem<T> matrix(shape, 1);
  matrix.out.copy_from(matrix.host_in);
  CHECK(matrix.check_copied().ok);
  CHECK_FALSE(matrix.check_transposed().ok);
  matrix.out.copy_from(transposed(matrix));
  CHECK(matrix.check_transposed().ok);
  CHECK_FALSE(matrix.check_copied().ok);
}

TEST_CASE_TEMPLATE("transpose check: an output nobody wrote is wrong", T, float, double) {
  const ch08::Problem<T> matrix(shape, 1);
  CHECK_FALSE(matrix.check_transposed().ok);
  CHECK_FALSE(matrix.check_copied().ok);
}

TEST_CASE("transpose check: one wrong element is named by its row and column in the output") {
  ch08::Problem<float> matrix(shape, 1);
  std::vector<float> out = transposed(matrix);
  out[7] += 1;
  matrix.out.copy_from(out);
  const tutorial::Verdict verdict = matrix.check_transposed();
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text.find("(row 1, column 2)") != std::string::npos);
}

TEST_CASE("transpose check: an empty matrix is right whatever its shape") {
  for (const ch08::Shape empty : {ch08::Shape{0, 0}, ch08::Shape{0, 33}, ch08::Shape{33, 0}}) {
    const ch08::Problem<float> matrix(empty, 1);
    CHECK(matrix.check_transposed().ok);
    CHECK(matrix.check_copied().ok);
  }
}

TEST_CASE("tile grid: covers the matrix, goes on in z after 65535 tile rows, and is never empty") {
  const auto same = [](dim3 grid, unsigned x, unsigned y, unsigned z = 1) {
    return grid.x == x && grid.y == y && grid.z == z;
  };
  CHECK(same(ch08::tile_grid(0, 0, 32, 32), 1, 1));
  CHECK(same(ch08::tile_grid(33, 32, 32, 32), 1, 2));
  CHECK(same(ch08::tile_grid(32, 33, 32, 8), 2, 4));
  CHECK(same(ch08::tile_grid(65'535 * 32, 1, 32, 32), 1, 65'535));
  CHECK(same(ch08::tile_grid(65'535 * 32 + 1, 1, 32, 32), 1, 65'535, 2));
}

TEST_CASE("shape: a side of 2^31 or more, and more elements than 2^40, are refused without overflow") {
  CHECK_THROWS_AS(ch08::Problem<float>({std::int64_t{1} << 31, 1}, 1), tutorial::UsageError);
  CHECK_THROWS_AS(ch08::Problem<float>({(std::int64_t{1} << 31) - 1, (std::int64_t{1} << 31) - 1}, 1),
                  tutorial::UsageError);
  CHECK_THROWS_AS(ch08::Problem<float>({std::int64_t{1} << 40, std::int64_t{1} << 40}, 1),
                  tutorial::UsageError);
}
