#pragma once

#include <string>
#include <vector>

#include "driver/data/ladder.hpp"

namespace tutorial::driver {

enum class Shown { no, yes };

/// How a program is run.
struct Execution {
  std::string backend;                 ///< one of the program's, or "lens": then the rows have counters
  std::vector<std::string> args = {};  ///< for the program
  const predict::Gpu* gpu = nullptr;   ///< under the lens, for which times are predicted; null: none are
  Shown shown = Shown::no;             ///< yes: the program's output goes to this process's
  int sampled_blocks = 0;              ///< of each kernel, under the lens with a GPU; 0: all blocks run
};

/// How the lens counts for a program's line of a table: in a sample of the blocks where it has one, else in all, at the default size.
Execution table_run_of(const Program& program, const predict::Gpu& gpu);

/// Gives the rows of a run under the lens what its JSON has: their counters, and for a GPU the predicted times.
void add_counts(Result& result, const Execution& how);

/// Runs a program that is built, and reads its rows. Its output is not shown, except for the last lines on standard error, in
/// `messages`. @throws Interrupted
Result execute(const Program& program, const Execution& how);

}  // namespace tutorial::driver
