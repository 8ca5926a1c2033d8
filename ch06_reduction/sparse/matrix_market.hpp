#pragma once

#include <istream>
#include <string>

#include "sparse/coordinates.hpp"

namespace ch06 {

/// Reads a sparse matrix in the Matrix Market format: coordinate; real, integer or pattern (every value 1);
/// general, symmetric or skew-symmetric (the lower triangle is stored, the upper one is added here).
///
/// Positions count from 1 in the file and from 0 in the result. Comments and empty lines may be anywhere. A
/// position may occur more than once: to_csr() adds such entries. It refuses complex numbers, dense arrays,
/// and anything that the format does not allow.
///
/// @param name  the stream's name in messages
/// @throws tutorial::UsageError with the number of the line at fault
template <typename T>
Coo<T> read_matrix_market(std::istream& in, const std::string& name);

/// The same from a file.
template <typename T>
Coo<T> read_matrix_market(const std::string& path);

}  // namespace ch06
