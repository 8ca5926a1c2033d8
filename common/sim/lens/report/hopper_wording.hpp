// Messages about hazards of clusters, bulk copies and named barriers.
#pragma once

#include <string>

#include "sim/lens/report/findings.hpp"

namespace cudasim::lens {

/// A bulk copy signals an mbarrier that was initialised without a fence after it.
bool of_mbarrier(const Finding& finding);
/// A race next to a named barrier, where another barrier is missing.
bool of_named_barrier(const Finding& finding);
std::string named_barrier_cause(const Finding& finding);
/// Null if the cause in the kind's row holds.
const char* hopper_cause(const Finding& finding);

/// The fault of an access, appended to "thread … reads 4 bytes of … at …, ".
std::string hopper_fault(const Finding& finding);

}  // namespace cudasim::lens
