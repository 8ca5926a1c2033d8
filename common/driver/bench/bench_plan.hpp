#pragma once

#include <string>
#include <vector>

#include "driver/data/manifest.hpp"

namespace tutorial::driver {

/// One program, run once.
struct BenchRun {
  const Program* program = nullptr;
  std::string arguments;  ///< empty: its default sizes
  bool step = true;       ///< in the plots over size

  std::string text() const;  ///< "reduce_shared --n 10000"
};

/// What `bench` runs: chapter by chapter, ladder by ladder, and within a ladder size by size, so that rungs and peers that will be compared
/// run one after the other; then the programs outside the ladders. Programs that this back end does not have are left out.
///
/// @param only       chapters, parts, ladders, programs; empty: all
/// @param all_sizes  the declared sizes too, not only the default ones
/// @throws UsageError for an unknown name, Failure where sizes are declared for a ladder or a program that is not there
std::vector<BenchRun> bench_plan(const Manifest& manifest, const std::vector<std::string>& only,
                                 bool all_sizes, const std::string& backend);

/// The plan as `bench --dry-run` prints it.
std::string plan_text(const std::vector<BenchRun>& plan);

/// Words between blanks.
std::vector<std::string> words_of(const std::string& arguments);

}  // namespace tutorial::driver
