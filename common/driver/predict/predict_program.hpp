#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

struct PredictOptions {
  std::string
      program;  ///< of the tutorial, or a file of the user's own: FILE.cu, or what simcc has made of one
  std::string counted;  ///< in place of a program: the JSON that one has left
  std::string gpu;
  std::string json;               ///< file for the predictions, "-" for standard output, "" for none
  std::string sample;             ///< of block_sample_of: run some blocks of each grid only
  std::vector<std::string> args;  ///< for the program
  bool verbose = false;           ///< show what the build says
};

/// Runs a program under the lens, or reads what one has left, and prints what each of its launches would take on a GPU.
///
/// @return the program's exit code if it failed
int predict_program(const Manifest& manifest, const PredictOptions& options);

}  // namespace tutorial::driver
