#pragma once

#include <string>

#include "cudasim/range.hpp"

namespace cudasim {

/// The innermost range of the calling thread; empty outside of all.
std::string current_range();
/// Counts the ranges that the process has begun, from 1: two of one name are told apart by it. 0 outside of all.
unsigned long current_range_number();

}  // namespace cudasim
