#pragma once

#include <string>

namespace cudasim::lens {

/// Counters and hazards so far as JSON.
std::string json_report();

/// From now on reports go to this function, as JSON, and nowhere else. It may be called in a signal handler, once the program
/// cannot go on.
void report_to(void (*take)(const std::string& json));

/// Writes what was found: JSON to the file that LENS_JSON names (`-`: standard output), else a table to standard error; hazards also as
/// SARIF to the file that LENS_SARIF names. Returns the exit code of a program that ended well: 3 if there are hazards other than leaks, 1 if a file cannot
/// be written.
/// `incomplete`: the program was stopped, which the report says.
int print_report(bool incomplete = false);

}  // namespace cudasim::lens
