#pragma once

#include <string>
#include <vector>

#include "driver/data/ladder.hpp"

namespace tutorial::driver {

enum class Shown { no, yes };

/// Runs a program that is built, and reads its rows. What it prints is kept to itself, but for the last lines on standard error, in
/// `messages`. The back end may be "lens": then the rows have counters, and what they would take on `gpu`. @throws Interrupted
/// @param gpu  null: nothing is predicted
/// @param shown  yes: the program's output goes to this process's
/// @param sampled_blocks  of each kernel, under the lens with a GPU; 0: all blocks run
Result execute(const Program& program, const std::string& backend, const std::vector<std::string>& args,
               const predict::Gpu* gpu = nullptr, Shown shown = Shown::no, int sampled_blocks = 0);

}  // namespace tutorial::driver
