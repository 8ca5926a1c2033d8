#pragma once

#include <string>

#include "cudasim/range.hpp"

namespace cudasim {

/// The innermost range of the calling thread; empty outside of all ranges.
std::string current_range();
/// The number of the range, counted from 1 in the process, to distinguish ranges of the same name. 0 outside of all ranges.
unsigned long current_range_number();

}  // namespace cudasim
