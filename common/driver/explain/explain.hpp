#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/data/manifest.hpp"
#include "driver/explain/explain_source.hpp"

namespace tutorial::driver {

struct ExplainOptions {
  std::string program;  ///< of the tutorial, FILE.cu of the user's own, or FILE.json that a run has left
  std::string json;     ///< file for what the lens has counted, "-" for standard output, "" for none
  std::string sarif;    ///< the same for the hazards alone, as SARIF
  std::string
      steps;  ///< file for the player with one block's steps; "-": the steps as text on standard output
  std::string trace;      ///< file for these steps as JSON, "-" for standard output
  std::string block;      ///< linear indices of the blocks whose steps are recorded, "0,1"; "" for the first
  std::string launch;     ///< which launch of each kernel, from 1; "" for the first
  std::string svg;        ///< the same for the picture of `line`
  bool markdown = false;  ///< print the counters as a page has them, not the source
  std::vector<std::string>
      code;                 ///< FILE:MARK … of the tree: with `markdown`, the counters next to that code
  std::string gpu;          ///< that each kernel's time is predicted on; "" for no prediction
  std::string sample;       ///< of block_sample_of: run some blocks of each grid only, and predict
  std::optional<int> line;  ///< of which to draw lanes to sectors or banks
  std::vector<std::string> args;  ///< for the program
  bool verbose = false;           ///< show what the build says
};

/// Builds a program for the lens, runs it, and prints its kernels' source with what each line costs and the hazards found; of FILE.json, prints
/// what an earlier run has found.
///
/// @return the program's exit code: 3 if it was right but had hazards
int explain(const Manifest& manifest, const ExplainOptions& options);

/// A source that debug information names, as pages name it.
lens::Source source_of(const Manifest& manifest, const std::string& file);

}  // namespace tutorial::driver
