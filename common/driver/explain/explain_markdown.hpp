#pragma once

#include <string>
#include <vector>

#include "driver/data/lens_report.hpp"
#include "driver/explain/explain_source.hpp"

namespace tutorial::driver::lens {

/// The counters as a page has them: a Markdown table with a row for each access of a line (sectors per request, their minimum, conflict
/// degree), and a sentence each on barriers and hazards. Kernels share the rows in which they agree; a line's code appears once.
std::string counters_markdown(const Report& report, const Sources& sources);

/// Lines of a file that a page shows; the file as its Source is named.
struct Extract {
  std::string file;
  std::vector<int> lines;
};

/// The same as these lines of code, with the counters in comments that start with an arrow: "load 32/4" is sectors per request and their minimum.
/// Kernels share what they agree in, and are named below by letters where they do not.
///
/// @throws tutorial::Failure if none of the lines accesses memory: such counters belong to other code
std::string counters_beside_code(const Report& report, const Sources& sources,
                                 const std::vector<Extract>& extracts);

}  // namespace tutorial::driver::lens
