#pragma once

#include <string>

#include "cudasim/range.hpp"

namespace cudasim {

/// The innermost range of the calling thread; empty outside of all.
std::string current_range();
/// Counts the ranges that the process has begun, from 1, to distinguish two of one name. 0 outside of all.
unsigned long current_range_number();

}  // namespace cudasim
