#pragma once

#include <string>

#include "driver/data/lens_report.hpp"
#include "driver/explain/explain_source.hpp"

namespace tutorial::driver::lens {

/// The counters as a page has them: a Markdown table with a row for each access of a line (sectors a request, how many would do, conflict
/// degree), and a sentence each on barriers and hazards. Kernels share the rows in which they agree; a line's code stands once.
std::string counters_markdown(const Report& report, const Sources& sources);

}  // namespace tutorial::driver::lens
