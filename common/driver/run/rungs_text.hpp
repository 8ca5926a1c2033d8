#pragma once

#include <string>
#include <vector>

#include "driver/run/rungs.hpp"
#include "support/layout.hpp"

namespace tutorial::driver {

/// A ladder's table, one line a rung: what it changes, sectors for each request (with the least that would do, where that is less), conflict
/// degree, bytes, times, and the check.
///
/// Columns in which no rung has anything are left out. Where the width does not do, names lose what all have in common, then columns
/// go, the least important first. What is better than in the rung before is bold, and a star stands before what is bad.
/// @param recorded  null for none
std::string rungs_text(const std::vector<Rung>& rungs, const Recorded* recorded, const Style& style);

}  // namespace tutorial::driver
