#pragma once

namespace cudasim::lens {

/// Makes hazards of the runtime's errors that the program never looked at.
void report_unchecked_errors();

}  // namespace cudasim::lens
