// Hazards in the format that code hosts and editors read (SARIF 2.1.0).
#pragma once

#include <string>
#include <vector>

#include "sim/lens/report/hazards.hpp"

namespace cudasim::lens {

/// HAZARDS.md, which has the rules.
extern const char hazards_page[];

/// `incomplete`: the program was stopped.
std::string sarif_report(const std::vector<Hazard>& hazards, const std::vector<Hazard>& notes,
                         bool incomplete = false);

}  // namespace cudasim::lens
