// From the kernel's exit status of a process to a message for people.
#pragma once

#include <string>

#include "marking/sandbox/sandbox.hpp"

namespace tutorial::marking {

/// Fills in `how` and `code` of a run that was not stopped from outside.
/// @param status   as wait() has it
/// @param outcome  its outputs and its times are there already
void judge_end(int status, const Job& job, Outcome& outcome);

/// "was killed by signal 11 (Segmentation fault)", "needs more than 1024 MiB of memory"
/// @param outcome  `what` may say more of a forbidden call, or of why it could not be run
std::string words_for(const Outcome& outcome, const Limits& limits);

}  // namespace tutorial::marking
