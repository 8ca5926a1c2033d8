#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

struct RunOptions {
  std::string what;              ///< a chapter, a part, a program, or "" for every chapter
  bool all = false;              ///< what is past the core, and every variant of each rung, as well
  std::string backend = "auto";  ///< auto, cuda or sim
  std::string recorded;  ///< of which device recorded figures are shown: h200, h100, none; "" for the default
  std::string
      gpu;  ///< for which times are predicted: a file of common/predict/gpus, none; "" for the default
  bool predict = false;           ///< predicted times beside measured ones
  std::string json;               ///< file for all rows, "-" for standard output, "" for none
  std::vector<std::string> args;  ///< for the programs
  bool verbose = false;           ///< show what the build says
};

/// Builds and runs a program, or the ladders of chapters with their tables. Returns the exit code.
int run(const Manifest& manifest, const RunOptions& options);

}  // namespace tutorial::driver
