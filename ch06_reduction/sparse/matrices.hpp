#pragma once

#include <cstdint>
#include <string>

#include "sparse/sparse.hpp"

/// A few matrices to try products on. T is float or double. Each refuses more than 2^31 - 1 rows or entries, with a
/// tutorial::UsageError. Values of all but the Poisson matrix are integers from 1 to 4, with signs that alternate along a row.
namespace ch06 {

/// The 5-point Poisson matrix of a grid: 4 on the diagonal, -1 for each of up to four neighbors. Cell
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

/// Three entries per row, and four rows, a quarter of the matrix apart, that are full, up to 2^20 entries.
template <typename T>
Csr<T> few_long(std::int64_t rows, std::uint64_t seed);

/// Eight entries per row, one in each eighth of the columns; one row of 4096, drawn by chance, has 8192, spread the same way.
template <typename T>
Csr<T> scattered_with_long(std::int64_t rows, std::uint64_t seed);

/// Full blocks of 8x8: a row of blocks has 1 to 15 of them, spread over the columns. Parts outside are left out.
template <typename T>
Csr<T> blocks(std::int64_t rows, std::uint64_t seed);

/// Row r has the columns from r - 8 to r + 8, as far as there are such columns, and one of 64 hubs, which are columns
/// spread evenly. The row of a hub has an entry for each row that has one for it.
template <typename T>
Csr<T> band_with_hubs(std::int64_t rows, std::uint64_t seed);

/// Row r has the columns from r - half to r + half, as far as there are such columns.
template <typename T>
Csr<T> band(std::int64_t rows, std::int64_t half, std::uint64_t seed);

}  // namespace ch06
