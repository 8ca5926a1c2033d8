// Hazards of threads that wait for others in vain, or that continued without them.
#pragma once

namespace cudasim {
struct Block;
struct Site;
struct Warp;
}  // namespace cudasim

namespace cudasim::lens {

/// The barrier there is complete, although threads of the block have ended before it; of this warp, which came without them.
void add_early_exit(const Block& block, const Site& site, const Warp* of = nullptr);

class Recorder;
/// The barrier that block.barrier describes is complete: have all threads come to it by the same calls, in the same
/// iteration of every loop?
void note_other_ways(const Block& block, const Recorder& recorder);
/// These lanes of the warp meet in a shuffle, a vote or the like: have all reached it through the same calls?
void note_other_calls(const Block& block, const Warp& warp, unsigned lanes, const Recorder& recorder);

}  // namespace cudasim::lens
