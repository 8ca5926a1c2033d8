#pragma once

#include <cstdint>
#include <string>

#include "sparse/sparse.hpp"

/// A few matrices to try products on. T is float or double. Each refuses more than 2^31 - 1 rows or entries, with a
/// tutorial::UsageError. Values of all but the Poisson matrix are integers from 1 to 4, with signs that alternate along a row.
namespace ch06 {

/// The 5-point Poisson matrix of a grid: 4 on the diagonal, -1 for each of up to four neighbours. Cell
/// (r, c) is row r * grid_cols + c.
template <typename T>
Csr<T> poisson(std::int64_t grid_rows, std::int64_t grid_cols);

/// Row lengths follow a power law: a row has k entries or more with probability 1 / (k + 1), so half of the
/// rows are empty and a few are very long. The row in the middle is the longest: full, up to 65 536 entries.
/// The last sixteenth of the rows is empty.
template <typename T>
Csr<T> uneven(std::int64_t rows, std::uint64_t seed);

/// One row of 16 has entries, from 1 to 8 of them.
template <typename T>
Csr<T> mostly_empty(std::int64_t rows, std::uint64_t seed);

/// Three entries a row, and four rows, a quarter of the matrix apart, that are full, up to 2^20 entries.
template <typename T>
Csr<T> few_long(std::int64_t rows, std::uint64_t seed);

/// Row r has the columns from r - half to r + half, as far as there are such columns.
template <typename T>
Csr<T> band(std::int64_t rows, std::int64_t half, std::uint64_t seed);

}  // namespace ch06
