// Hazards of threads that wait for others in vain, or went on without them.
#pragma once

namespace cudasim {
struct Block;
}

namespace cudasim::lens {

/// The barrier that block.barrier describes is complete, although threads have ended before it.
void add_early_exit(const Block& block);

}  // namespace cudasim::lens
