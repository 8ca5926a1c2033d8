#pragma once

#include <string>
#include <vector>

#include "driver/data/ladder.hpp"

namespace tutorial::driver {

/// A ladder's table: every rung with time, throughput, percentage of the ceiling, speedups, and the check's verdict.
///
/// Columns for which no row has a value are left out: on the simulator nothing that looks like a GPU's time is shown. A size and
/// a type that all rows share are above the table, not in it. Where a line would be longer than `room`, columns are left out that say least.
std::string ladder_text(const std::vector<Line>& lines, std::size_t room = std::string::npos);

/// As pages have it, in Markdown: step and variant, time, per cent of the peak, and the speedup over the fastest variant of the step before; of all
/// steps, or of the one that is named.
std::string ladder_markdown(const std::vector<Line>& lines, const std::string& only = "");

/// What went wrong, for the end of a chapter: each program that failed with what it said. Empty if none did.
std::string failures_text(const std::vector<const Result*>& results);

}  // namespace tutorial::driver
