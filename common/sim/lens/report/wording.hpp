// Messages about hazards, for a learner: what happened, the usual cause, the fix.
#pragma once

#include <string>

#include "sim/lens/report/findings.hpp"

namespace cudasim::lens {

std::string describe(const Finding& finding, const HazardPlace& first, const HazardPlace& second);

/// "sum.cu:12". By the file's name, as the headline has it: a machine's folders say nothing, and fold the message elsewhere.
std::string file_line(const std::string& file, int line);

/// "(1,0,0)".
std::string to_text(const Index& index);

}  // namespace cudasim::lens
