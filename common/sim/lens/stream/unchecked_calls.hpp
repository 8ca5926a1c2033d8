#pragma once

namespace cudasim::lens {

/// Reports runtime errors that the program never checked as hazards.
void report_unchecked_errors();

}  // namespace cudasim::lens
