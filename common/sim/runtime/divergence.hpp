// Reports on a block in which no thread can continue.
#pragma once

#include <string>

#include "sim/runtime/block.hpp"

namespace cudasim {

struct Launch;

/// True if all threads of the block that have not ended wait for the grid at the same place.
bool all_wait_for_grid(const Block& block);

/// Fails the launch. Names every place where threads of the block wait, and the threads that have ended.
void report_stuck(Launch& launch, const Block& block);
/// The same for a cluster, reporting the block that causes it, if there is one.
void report_stuck_cluster(Launch& launch, const Cluster& cluster);

/// Prints which threads of a stopped block wait where, and which have ended. Usable in signal handlers.
void print_waiting(const Block& block);

/// ", where 3 of 4 have arrived" and similar text. (awaited.cpp)
std::string awaited_text(const detail::Awaited& awaited);

/// "thread 3" or "threads 0-15, 20": those of the block, or of one of its warps, that have ended.
std::string ended_threads(const Block& block, const Warp* of = nullptr);

}  // namespace cudasim
