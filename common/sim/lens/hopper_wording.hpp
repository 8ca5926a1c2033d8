// What is said about hazards of clusters and of copies in bulk.
#pragma once

#include <string>

#include "sim/lens/findings.hpp"

namespace cudasim::lens {

/// A copy in bulk tells an mbarrier that was initialised with no fence behind.
bool of_mbarrier(const Finding& finding);
const char* hopper_cause(const Finding& finding);

/// What is wrong with an access, behind "thread … reads 4 bytes of … at …, ".
std::string hopper_fault(const Finding& finding);

}  // namespace cudasim::lens
