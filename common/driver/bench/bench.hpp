#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

struct BenchOptions {
  std::string json = "bench.json";
  std::vector<std::string> only;  ///< chapters, ladders, programs; empty: all
  bool quick = false;
  bool add = false;  ///< to a complete file: what is missing, and what `only` names anew
  bool dry_run = false;
  bool verbose = false;
};

/// Runs every ladder and peer on the GPU, at the default sizes and at those that the chapters declare, and writes one results file
/// (docs/results/README.md says what is in it), anew after each run: what interrupts it costs one run.
///
/// A file that is there is gone on with if it is unfinished and of the same device, sources and options; else it is left alone. With
/// `add` a complete file of the same device, driver and toolkit is added to; `about.added` says when and from which commit, and each run
/// that came so has that date.
///
/// @return exit_wrong where a program failed or was wrong; its row or its failure is in the file
/// @throws UsageError, Failure with exit_no_device where there is no GPU, tutorial::OutputError
int bench(const Manifest& manifest, const BenchOptions& options);

}  // namespace tutorial::driver
