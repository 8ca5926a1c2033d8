// Hazards of threads that wait for others in vain, or went on without them.
#pragma once

namespace cudasim {
struct Block;
struct Warp;
}  // namespace cudasim

namespace cudasim::lens {

/// The barrier that block.barrier describes is complete, although threads have ended before it.
void add_early_exit(const Block& block);

class Recorder;
/// The barrier that block.barrier describes is complete: have all threads come to it by the same calls, in the same
/// iteration of every loop?
void note_other_ways(const Block& block, const Recorder& recorder);
/// These lanes of the warp meet in a shuffle, a vote or the like: have all come to it by the same calls?
void note_other_calls(const Block& block, const Warp& warp, unsigned lanes, const Recorder& recorder);

}  // namespace cudasim::lens
