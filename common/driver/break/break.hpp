#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

struct BreakOptions {
  std::string program;            ///< of the tutorial, or FILE.cu of the user's own
  std::vector<std::string> args;  ///< for the program
  bool verbose = false;           ///< show what the build says
  std::string steps = {};         ///< where to write a page with the steps of both orders; empty: nowhere
};

/// Looks for a run of the program with another answer, at most some ten seconds, and shows the shortest schedule that has one, step by step.
///
/// @return 3 if there is one, 0 if none was found
int break_program(const Manifest& manifest, const BreakOptions& options);

}  // namespace tutorial::driver
