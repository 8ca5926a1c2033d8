#pragma once

namespace cudasim::lens {

/// Writes what was found: JSON to the file that LENS_JSON names (`-`: standard output), else a table to standard error.
/// True if there are hazards.
bool print_report();

}  // namespace cudasim::lens
