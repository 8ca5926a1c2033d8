#pragma once

#include <cstdio>
#include <string>

#include "driver/data/manifest.hpp"
#include "driver/run/run.hpp"

namespace tutorial::driver {

/// Whether a program is a step of a ladder that one_step() can compare: it is timed on a GPU, or counted on the simulator.
bool is_ladder_step(const Program& program, const std::string& backend);

/// Builds and runs one step of a ladder, which prints its own table, and then the step before it; below the table comes the ladder's line of
/// both, and what to do next. Returns the step's exit code.
int one_step(const Manifest& manifest, const Program& program, const RunOptions& options,
             const std::string& backend, std::FILE* out);

}  // namespace tutorial::driver
