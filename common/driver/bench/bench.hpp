#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

struct BenchOptions {
  std::string json = "bench.json";
  std::vector<std::string> only;  ///< chapters, ladders, programs; empty: all
  bool quick = false;
  bool add = false;  ///< extend a complete file: measure what is missing, and again what `only` names
  bool dry_run = false;
  bool verbose = false;
};

/// Runs every ladder and peer on the GPU, at the default sizes and at those that the chapters declare, and writes one results file
/// (docs/results/README.md describes it), saved again after each run: an interruption costs one run.
///
/// An unfinished file of the same device, sources and options is resumed; any other existing file is left alone. With
/// `add` a complete file of the same device, driver and toolkit is extended; `about.added` records when and from which commit, and each added run
/// has that date.
///
/// @return exit_wrong if a program failed or was wrong; its row or its failure is in the file
/// @throws UsageError, Failure with exit_no_device where there is no GPU, tutorial::OutputError
int bench(const Manifest& manifest, const BenchOptions& options);

}  // namespace tutorial::driver
