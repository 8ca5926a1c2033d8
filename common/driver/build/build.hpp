#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "support/progress.hpp"

namespace tutorial::driver {

/// Brings targets up to date. Output goes to <build>/log/build-<name>.txt, or with `verbose` to standard error.
///
/// @return ""; or, where it failed, the last lines of the log and its path
std::string build(const Manifest& manifest, const std::string& name, const std::vector<std::string>& targets,
                  bool verbose, tutorial::Progress& progress);

}  // namespace tutorial::driver
