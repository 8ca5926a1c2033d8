#pragma once

#include <string>
#include <vector>

#include "driver/run/rungs.hpp"
#include "predict/gpu_file.hpp"
#include "support/layout.hpp"

namespace tutorial::driver {

/// A ladder's table, one line a rung: what it changes, sectors for each request (with the least that would do, where that is less), conflict
/// degree, bytes, the time that is predicted for a GPU and what limits it there, times, and the check.
///
/// Columns in which no rung has anything are left out. Where the width does not do, names lose what all have in common, then columns
/// go, the least important first; bars take the room that is left. What is better than in the rung before is bold, and a star stands before what is bad.
/// @param recorded  null for none
/// @param gpu  that times are predicted for; null for none
std::string rungs_text(const std::vector<Rung>& rungs, const Recorded* recorded, const predict::Gpu* gpu,
                       const Style& style);

}  // namespace tutorial::driver
