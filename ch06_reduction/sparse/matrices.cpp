#include "sparse/matrices.hpp"

#include <algorithm>

namespace ch06 {
namespace {

/// A square matrix of which row r has length_of(r) entries, at most `rows`: one column out of each of as many
/// equal parts, in order, and never twice.
/// @throws tutorial::UsageError for more than 2^31 - 1 rows or entries
template <typename T, typename Length>
Csr<T> scattered(std::int64_t rows, std::uint64_t seed, Length length_of) {
  tutorial::Program::require(rows <= most_entries, "a matrix may have 2^31 - 1 rows at most");
  const tutorial::Random places(seed + 1);
  Csr<T> matrix{.rows = static_cast<Index>(rows), .cols = static_cast<Index>(rows)};
  matrix.row_start.reserve(static_cast<std::size_t>(rows) + 1);
  std::uint64_t drawn = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t length = std::min(length_of(r), rows);
    std::int64_t first = 0;
    for (std::int64_t k = 0; k < length; ++k) {
      const std::int64_t next = (k + 1) * rows / length;
      const int size = 1 + static_cast<int>(places.below(4, ++drawn));
      matrix.add(first + places.below(static_cast<std::uint32_t>(next - first), ++drawn),
                 static_cast<T>(k % 2 == 0 ? size : -size));
      first = next;
    }
    matrix.end_row();
  }
  return matrix;
}

}  // namespace

template <typename T>
Csr<T> poisson(std::int64_t grid_rows, std::int64_t grid_cols) {
  tutorial::Program::require(grid_rows == 0 || grid_cols <= most_entries / 5 / grid_rows,
                             "a matrix may have 2^31 - 1 entries at most: choose a smaller --grid");
  const std::int64_t cells = grid_rows * grid_cols;
  Csr<T> matrix{.rows = static_cast<Index>(cells), .cols = static_cast<Index>(cells)};
  matrix.row_start.reserve(static_cast<std::size_t>(cells) + 1);
  matrix.col.reserve(static_cast<std::size_t>(5 * cells));
  matrix.value.reserve(static_cast<std::size_t>(5 * cells));
  for (std::int64_t r = 0; r < grid_rows; ++r) {
    for (std::int64_t c = 0; c < grid_cols; ++c) {
      const std::int64_t cell = r * grid_cols + c;
      if (r > 0) matrix.add(cell - grid_cols, -1);
      if (c > 0) matrix.add(cell - 1, -1);
      matrix.add(cell, 4);
      if (c + 1 < grid_cols) matrix.add(cell + 1, -1);
      if (r + 1 < grid_rows) matrix.add(cell + grid_cols, -1);
      matrix.end_row();
    }
  }
  return matrix;
}

template <typename T>
Csr<T> uneven(std::int64_t rows, std::uint64_t seed) {
  constexpr std::int64_t most_in_a_row = 65'536;
  const tutorial::Random lengths(seed);
  return scattered<T>(rows, seed, [=](std::int64_t r) {
    const double u = 1.0 - static_cast<double>(lengths.uniform(static_cast<std::uint64_t>(r)));  // in (0, 1]
    if (r >= rows - rows / 16) return std::int64_t{0};
    if (r == rows / 2) return std::min(rows, most_in_a_row);
    return std::min(static_cast<std::int64_t>(1 / u) - 1, most_in_a_row);
  });
}

template <typename T>
Csr<T> mostly_empty(std::int64_t rows, std::uint64_t seed) {
  const tutorial::Random lengths(seed);
  return scattered<T>(rows, seed, [=](std::int64_t r) {
    const std::uint32_t drawn = lengths.below(128, static_cast<std::uint64_t>(r));
    return std::int64_t{drawn % 16 == 0 ? 1 + drawn / 16 : 0};
  });
}

template <typename T>
Csr<T> few_long(std::int64_t rows, std::uint64_t seed) {
  constexpr std::int64_t most_in_a_row = 1 << 20;
  const std::int64_t quarter = rows / 4 + 1;
  return scattered<T>(rows, seed, [=](std::int64_t r) {
    return r % quarter == quarter / 2 ? most_in_a_row : std::int64_t{3};
  });
}

template <typename T>
Csr<T> scattered_with_long(std::int64_t rows, std::uint64_t seed) {
  const tutorial::Random lengths(seed);
  return scattered<T>(rows, seed, [=](std::int64_t r) {
    return lengths.below(4096, static_cast<std::uint64_t>(r)) == 0 ? std::int64_t{8192} : std::int64_t{8};
  });
}

template <typename T>
Csr<T> blocks(std::int64_t rows, std::uint64_t seed) {
  tutorial::Program::require(rows <= most_entries, "a matrix may have 2^31 - 1 rows at most");
  constexpr std::int64_t side = 8;
  const tutorial::Random lengths(seed);
  const tutorial::Random values(seed + 2);
  const Csr<float> places = scattered<float>((rows + side - 1) / side, seed, [=](std::int64_t r) {
    return std::int64_t{1} + lengths.below(15, static_cast<std::uint64_t>(r));
  });
  Csr<T> matrix{.rows = static_cast<Index>(rows), .cols = static_cast<Index>(rows)};
  matrix.row_start.reserve(static_cast<std::size_t>(rows) + 1);
  std::uint64_t drawn = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto block_row = static_cast<std::size_t>(r / side);
    for (auto b = static_cast<std::size_t>(places.row_start[block_row]);
         b < static_cast<std::size_t>(places.row_start[block_row + 1]); ++b) {
      const std::int64_t first = side * places.col[b];
      for (std::int64_t c = first; c < std::min(first + side, rows); ++c) {
        const int size = 1 + static_cast<int>(values.below(4, ++drawn));
        matrix.add(c, static_cast<T>(c % 2 == 0 ? size : -size));
      }
    }
    matrix.end_row();
  }
  return matrix;
}

template <typename T>
Csr<T> band_with_hubs(std::int64_t rows, std::uint64_t seed) {
  tutorial::Program::require(rows <= most_entries / 20,
                             "a matrix may have 2^31 - 1 entries at most: choose a smaller --grid");
  constexpr std::int64_t half = 8;
  const std::int64_t step = rows / 64 + 1;  // from one hub to the next
  const auto hubs = static_cast<std::uint32_t>((rows - step / 2 + step - 1) / step);
  const auto is_hub = [=](std::int64_t r) { return r % step == step / 2; };
  const tutorial::Random choices(seed);
  const tutorial::Random values(seed + 1);
  const auto hub_of = [=](std::int64_t r) {
    return choices.below(hubs, static_cast<std::uint64_t>(r)) * step + step / 2;
  };
  std::vector<std::vector<std::int64_t>> linked(hubs);
  for (std::int64_t r = 0; r < rows; ++r) linked[static_cast<std::size_t>(hub_of(r) / step)].push_back(r);

  Csr<T> matrix{.rows = static_cast<Index>(rows), .cols = static_cast<Index>(rows)};
  matrix.row_start.reserve(static_cast<std::size_t>(rows) + 1);
  std::vector<std::int64_t> cols;
  std::uint64_t drawn = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    cols = {hub_of(r)};
    if (is_hub(r))
      cols.insert(cols.end(), linked[static_cast<std::size_t>(r / step)].begin(),
                  linked[static_cast<std::size_t>(r / step)].end());
    for (std::int64_t c = std::max(r - half, std::int64_t{0}); c <= std::min(r + half, rows - 1); ++c)
      cols.push_back(c);
    std::sort(cols.begin(), cols.end());
    cols.erase(std::unique(cols.begin(), cols.end()), cols.end());
    for (const std::int64_t c : cols) {
      const int size = 1 + static_cast<int>(values.below(4, ++drawn));
      matrix.add(c, static_cast<T>(c % 2 == 0 ? size : -size));
    }
    matrix.end_row();
  }
  return matrix;
}

template <typename T>
Csr<T> band(std::int64_t rows, std::int64_t half, std::uint64_t seed) {
  tutorial::Program::require(rows <= most_entries / (2 * half + 1),
                             "a matrix may have 2^31 - 1 entries at most: choose a smaller --grid");
  const tutorial::Random values(seed + 1);
  Csr<T> matrix{.rows = static_cast<Index>(rows), .cols = static_cast<Index>(rows)};
  matrix.row_start.reserve(static_cast<std::size_t>(rows) + 1);
  std::uint64_t drawn = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = std::max(r - half, std::int64_t{0}); c <= std::min(r + half, rows - 1); ++c) {
      const int size = 1 + static_cast<int>(values.below(4, ++drawn));
      matrix.add(c, static_cast<T>(c % 2 == 0 ? size : -size));
    }
    matrix.end_row();
  }
  return matrix;
}

template Csr<float> poisson(std::int64_t, std::int64_t);
template Csr<double> poisson(std::int64_t, std::int64_t);
template Csr<float> uneven(std::int64_t, std::uint64_t);
template Csr<double> uneven(std::int64_t, std::uint64_t);
template Csr<float> mostly_empty(std::int64_t, std::uint64_t);
template Csr<double> mostly_empty(std::int64_t, std::uint64_t);
template Csr<float> few_long(std::int64_t, std::uint64_t);
template Csr<double> few_long(std::int64_t, std::uint64_t);
template Csr<float> scattered_with_long(std::int64_t, std::uint64_t);
template Csr<double> scattered_with_long(std::int64_t, std::uint64_t);
template Csr<float> blocks(std::int64_t, std::uint64_t);
template Csr<double> blocks(std::int64_t, std::uint64_t);
template Csr<float> band_with_hubs(std::int64_t, std::uint64_t);
template Csr<double> band_with_hubs(std::int64_t, std::uint64_t);
template Csr<float> band(std::int64_t, std::int64_t, std::uint64_t);
template Csr<double> band(std::int64_t, std::int64_t, std::uint64_t);

}  // namespace ch06
