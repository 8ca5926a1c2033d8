// Sparse matrices: the formats and the two made matrices; and that a wrong product is refused.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "sparse/further/ell.hpp"
#include "sparse/further/sliced_ell.hpp"
#include "sparse/matrices.hpp"
#include "sparse/spmv.hpp"

namespace {

template <typename T>
bool well_formed(const ch06::Csr<T>& csr) {
  bool right = std::ssize(csr.row_start) == csr.rows + 1 && csr.row_start[0] == 0 &&
               csr.row_start.back() == csr.count() && csr.col.size() == csr.value.size();
  for (ch06::Index r = 0; right && r < csr.rows; ++r) {
    right = csr.row_start[r] <= csr.row_start[r + 1];
    for (ch06::Index e = csr.row_start[r]; right && e < csr.row_start[r + 1]; ++e) {
      right =
          csr.col[e] >= 0 && csr.col[e] < csr.cols && (e == csr.row_start[r] || csr.col[e - 1] < csr.col[e]);
    }
  }
  return right;
}

template <typename T>
std::vector<T> right_product(const ch06::Spmv<T>& product) {
  const std::vector<T> x = product.x.to_host();
  std::vector<T> y;
  for (ch06::Index r = 0; r < product.a.rows; ++r) {
    long double sum = 0;
    for (ch06::Index e = product.a.row_start[r]; e < product.a.row_start[r + 1]; ++e) {
      sum += static_cast<long double>(product.a.value[e]) * x[product.a.col[e]];
    }
    y.push_back(static_cast<T>(sum));
  }
  return y;
}

template <typename T>
bool accepts(ch06::Spmv<T>& product, const std::vector<T>& y) {
  product.y.copy_from(y);
  return product.check().ok;
}

}  // namespace

TEST_CASE("the Poisson matrix has a 4 for each cell and a -1 for each neighbour in the grid") {
  for (const int rows : {0, 1, 2, 5}) {
    for (const int cols : {1, 2, 7}) {
      const ch06::Csr<double> matrix = ch06::poisson<double>(rows, cols);
      CAPTURE(rows);
      CAPTURE(cols);
      CHECK(well_formed(matrix));
      CHECK(matrix.rows == rows * cols);
      CHECK(matrix.count() == (rows == 0 ? 0 : 5 * rows * cols - 2 * rows - 2 * cols));
      for (ch06::Index r = 0; r < matrix.rows; ++r) {
        for (ch06::Index e = matrix.row_start[r]; e < matrix.row_start[r + 1]; ++e) {
          const int distance =
              std::abs(r / cols - matrix.col[e] / cols) + std::abs(r % cols - matrix.col[e] % cols);
          CHECK(distance == (matrix.value[e] == 4 ? 0 : 1));
        }
      }
    }
  }
}

TEST_CASE("a Poisson matrix or an uneven one that 32 bits cannot count is refused") {
  CHECK_THROWS_AS(ch06::poisson<float>(20'725, 20'725), tutorial::UsageError);
  CHECK_THROWS_AS(ch06::poisson<float>(std::int64_t{1} << 40, std::int64_t{1} << 40), tutorial::UsageError);
  CHECK_THROWS_AS(ch06::uneven<float>(std::int64_t{1} << 31, 1), tutorial::UsageError);
}

TEST_CASE("the uneven matrix has a full row, empty rows, and none in its last sixteenth") {
  for (const int rows : {0, 1, 2, 3, 33, 1000, 70'000}) {
    CAPTURE(rows);
    const ch06::Csr<float> matrix = ch06::uneven<float>(rows, 7);
    CHECK(well_formed(matrix));
    if (rows > 0) CHECK(matrix.length(rows / 2) == std::min(rows, 65'536));
    CHECK(matrix.row_start[matrix.rows] == matrix.row_start[matrix.rows - matrix.rows / 16]);
    if (rows >= 33) {
      CHECK(matrix.empty_rows() > rows / 3);
      CHECK(matrix.empty_rows() < rows * 2 / 3);
    }
  }
}

TEST_CASE("the matrices of hard cases have the rows that they promise") {
  for (const int rows : {0, 1, 2, 33, 1000}) {
    CAPTURE(rows);
    const ch06::Csr<float> empty = ch06::mostly_empty<float>(rows, 7);
    const ch06::Csr<float> full = ch06::few_long<float>(rows, 7);
    const ch06::Csr<float> band = ch06::band<float>(rows, 16, 7);
    for (const auto& matrix : {empty, full, band}) {
      CHECK(well_formed(matrix));
      CHECK(matrix.rows == rows);
    }
    CHECK(empty.longest_row() <= 8);
    ch06::Index full_rows = 0;
    for (ch06::Index r = 0; r < rows; ++r) {
      full_rows += full.length(r) == rows;
      CHECK((full.length(r) == rows || full.length(r) == 3));
      CHECK(band.length(r) == std::min(r + 16, rows - 1) - std::max(r - 16, 0) + 1);
    }
    if (rows >= 33) {
      CHECK(full_rows == 4);
      CHECK(empty.empty_rows() > rows * 3 / 4);
      CHECK(empty.empty_rows() < rows);
    }
  }
}

TEST_CASE("blocks are full, hubs are known on both sides, and one row of some thousand is long") {
  for (const int rows : {0, 1, 2, 31, 33, 1000, 9973}) {
    CAPTURE(rows);
    const ch06::Csr<float> blocks = ch06::blocks<float>(rows, 7);
    const ch06::Csr<float> hubs = ch06::band_with_hubs<float>(rows, 7);
    const ch06::Csr<float> random = ch06::scattered_with_long<float>(rows, 7);
    for (const auto& matrix : {blocks, hubs, random}) {
      CHECK(well_formed(matrix));
      CHECK(matrix.rows == rows);
    }
    const auto has = [](const ch06::Csr<float>& matrix, ch06::Index r, ch06::Index c) {
      return std::binary_search(matrix.col.begin() + matrix.row_start[r],
                                matrix.col.begin() + matrix.row_start[r + 1], c);
    };
    ch06::Index long_rows = 0;
    for (ch06::Index r = 0; r < rows; ++r) {
      for (ch06::Index e = blocks.row_start[r]; e < blocks.row_start[r + 1]; ++e) {
        const ch06::Index c = blocks.col[e];
        CHECK(has(blocks, r / 8 * 8, c));
        CHECK(has(blocks, r, c / 8 * 8));
        CHECK(has(blocks, r, std::min(c / 8 * 8 + 7, rows - 1)));
      }
      for (ch06::Index c = std::max(r - 8, 0); c <= std::min(r + 8, rows - 1); ++c) CHECK(has(hubs, r, c));
      for (ch06::Index e = hubs.row_start[r]; e < hubs.row_start[r + 1]; ++e) {
        const ch06::Index step = rows / 64 + 1;
        const ch06::Index c = hubs.col[e];
        if (std::abs(c - r) <= 8 || r % step == step / 2) continue;
        CHECK(c % step == step / 2);
        CHECK(has(hubs, c, r));
      }
      long_rows += random.length(r) == std::min(rows, 8192) && rows > 8;
      CHECK((random.length(r) == std::min(rows, 8) || random.length(r) == std::min(rows, 8192)));
    }
    if (rows >= 9973) CHECK((long_rows >= 1 && long_rows <= 20));
  }
}

TEST_CASE("ELL holds the first entries of each row, and padding after them") {
  for (const auto& csr :
       {ch06::uneven<float>(100, 3), ch06::poisson<float>(3, 4), ch06::uneven<float>(0, 3)}) {
    for (const ch06::Index width : {csr.longest_row(), 2, 0}) {
      const ch06::Ell<float> ell = ch06::to_ell(csr, width);
      CHECK(ell.width == width);
      CHECK(std::ssize(ell.col) == std::int64_t{ell.rows} * width);
      for (ch06::Index r = 0; r < csr.rows; ++r) {
        for (ch06::Index k = 0; k < width; ++k) {
          const bool entry = k < csr.length(r);
          CHECK(ell.col[k * ell.rows + r] == (entry ? csr.col[csr.row_start[r] + k] : -1));
          CHECK(ell.value[k * ell.rows + r] == (entry ? csr.value[csr.row_start[r] + k] : 0.0f));
        }
      }
    }
  }
}

TEST_CASE("rows sorted by length stay in their window, the longest first") {
  const auto csr = ch06::uneven<float>(100, 3);
  for (const ch06::Index window : {1, 7, 32, 1000}) {
    CAPTURE(window);
    const std::vector<ch06::Index> order = ch06::rows_by_length(csr, window);
    CHECK(std::set<ch06::Index>(order.begin(), order.end()).size() == 100);
    for (ch06::Index place = 0; place < 100; ++place) {
      CHECK(order[place] / window == place / window);
      if (place % window == 0) continue;
      const ch06::Index before = csr.length(order[place - 1]);
      CHECK(before >= csr.length(order[place]));
      if (before == csr.length(order[place])) CHECK(order[place - 1] < order[place]);
    }
  }
}

TEST_CASE("a slice of sliced ELL is as wide as its longest row, and holds its rows in order") {
  for (const auto& csr :
       {ch06::uneven<float>(100, 3), ch06::poisson<float>(8, 4), ch06::uneven<float>(0, 3)}) {
    const std::vector<ch06::Index> order = ch06::rows_by_length(csr, 64);
    const ch06::SlicedEll<float> sliced(csr, order);
    CHECK(sliced.slice_start.back() == ch06::sliced_ell_slots(csr, order));
    for (ch06::Index place = 0; place < csr.rows; ++place) {
      const ch06::Index slice = place / 32;
      const ch06::Index r = order[place];
      const ch06::Index width = (sliced.slice_start[slice + 1] - sliced.slice_start[slice]) / 32;
      CHECK(width >= csr.length(r));
      for (ch06::Index k = 0; k < width; ++k) {
        const ch06::Index slot = sliced.slice_start[slice] + 32 * k + place % 32;
        const bool entry = k < csr.length(r);
        CHECK(sliced.col[slot] == (entry ? csr.col[csr.row_start[r] + k] : -1));
        CHECK(sliced.value[slot] == (entry ? csr.value[csr.row_start[r] + k] : 0.0f));
      }
    }
    // Sorted by 64, the first slice of every window begins with the window's longest row, whose width it has.
    for (ch06::Index first = 0; first < csr.rows; first += 64)
      CHECK(ch06::slice_width(csr, order, first) == csr.length(order[first]));
  }
}

TEST_CASE_TEMPLATE(
    "a product is accepted if it is right, and refused if a row lost an entry or was not written", T, float,
    double) {
  for (const char* data : {"poisson", "uneven"}) {
    for (const char* x : {"integer", "real", "cancel", "denormal"}) {
      CAPTURE(data);
      CAPTURE(x);
      ch06::Spmv<T> product({.matrix = "", .data = data, .grid = 12, .x = x}, 7);
      const std::vector<T> right = right_product(product);
      CHECK(accepts(product, right));
      const std::vector<T> host_x = product.x.to_host();
      for (const ch06::Index r : {0, 71, 72}) {
        for (ch06::Index e = product.a.row_start[r]; e < product.a.row_start[r + 1]; ++e) {
          if (host_x[product.a.col[e]] == 0) continue;
          std::vector<T> wrong = right;
          wrong[r] -= product.a.value[e] * host_x[product.a.col[e]];
          // Among 144 entries that differ in size a thousandfold the smallest may hide in the rounding bound.
          if (std::string(x) == "real" && std::abs(product.a.value[e] * host_x[product.a.col[e]]) < 0.01)
            continue;
          CHECK_FALSE(accepts(product, wrong));
        }
      }
      std::vector<T> wrong = right;
      wrong.back() = 1;
      CHECK_FALSE(accepts(product, wrong));
      product.y.poison();
      CHECK_FALSE(product.check().ok);
    }
  }
}

TEST_CASE("with integers not even the last bit may differ; with others the rounding bound decides") {
  ch06::Spmv<float> integer({.matrix = "", .data = "poisson", .grid = 5, .x = "integer"}, 7);
  std::vector<float> y = right_product(integer);
  y[7] = std::nextafter(y[7], 1e9f);
  CHECK_FALSE(accepts(integer, y));

  ch06::Spmv<float> cancel({.matrix = "", .data = "poisson", .grid = 5, .x = "cancel"}, 7);
  y = right_product(cancel);  // about 1, of products of 2^22: an error of 1 is 2^-22 of them
  y[12] += 1;
  CHECK(accepts(cancel, y));
  y[12] += 4;
  CHECK_FALSE(accepts(cancel, y));
}

TEST_CASE("products that the type cannot hold are refused before anything is measured") {
  const std::string path = "overflow.mtx";
  std::ofstream(path) << "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 3e38\n";
  const ch06::SpmvOptions options{.matrix = path, .data = "poisson", .grid = 0, .x = "cancel"};
  CHECK_THROWS_AS(ch06::Spmv<float>(options, 1), tutorial::UsageError);
  CHECK_NOTHROW(ch06::Spmv<double>(options, 1));
  std::filesystem::remove(path);
}
