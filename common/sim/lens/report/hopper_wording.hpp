// What is said about hazards of clusters, of copies in bulk and of barriers with numbers.
#pragma once

#include <string>

#include "sim/lens/report/findings.hpp"

namespace cudasim::lens {

/// A copy in bulk tells an mbarrier that was initialised with no fence behind.
bool of_mbarrier(const Finding& finding);
/// Of a race beside a barrier with a number, where more barriers are what lacks.
bool of_named_barrier(const Finding& finding);
std::string named_barrier_cause(const Finding& finding);
const char* hopper_cause(const Finding& finding);

/// What is wrong with an access, behind "thread … reads 4 bytes of … at …, ".
std::string hopper_fault(const Finding& finding);

}  // namespace cudasim::lens
