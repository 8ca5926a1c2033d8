// Messages about hazards between streams.
#pragma once

#include "sim/lens/report/findings.hpp"

namespace cudasim::lens {

/// Of race-stream; null if the cause in the kind's row holds.
const char* stream_cause(const Finding& finding);

}  // namespace cudasim::lens
