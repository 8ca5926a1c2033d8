// What is said about a block none of whose threads can go on.
#pragma once

#include <string>

#include "sim/runtime/block.hpp"

namespace cudasim {

struct Launch;

/// True if all threads of the block that have not ended wait for the grid at the same place.
bool all_wait_for_grid(const Block& block);

/// Fails the launch, naming every place where threads of the block wait, and who has ended.
void report_stuck(Launch& launch, const Block& block);

/// "thread 3" or "threads 0-15, 20": those of the block that have ended.
std::string ended_threads(const Block& block);

}  // namespace cudasim
