#pragma once

#include "predict/counted_launch.hpp"
#include "predict/gpu_file.hpp"

namespace tutorial::predict {

/// How many blocks run at once.
struct Residency {
  double blocks = 0;       ///< On an SM (streaming multiprocessor).
  double waves = 0;        ///< rounds until all blocks of the grid have run; at least 1
  double share = 0;        ///< Of the grid's blocks that the busiest SM runs.
  bool estimated = false;  ///< registers are not known
  double registers = 0;    ///< a thread, known or assumed
  std::string
      bound;  ///< what keeps more blocks away: "threads", "blocks", "registers", "shared memory", "grid"
};
Residency residency_of(const Launch& launch, const Gpu& gpu);

/// Bytes that a launch moves, by the memory that they come from.
struct Traffic {
  double l1_hits = 0;      ///< share of the sectors loaded
  double near_hits = 0;    ///< of those that the block had asked for before
  double l2_bytes = 0;     ///< Between the SMs and L2, both ways.
  double l2_requests = 0;  ///< loads of a line, or of some of its sectors
  double read_bytes = 0;
  double written_bytes = 0;
  double opening_s =
      0;  ///< that device memory needs to open pages, beyond the time of the bytes that it reads there
  double memory_hits = 0;  ///< share of the loads past L1 that device memory answers
};
Traffic traffic_of(const Launch& launch, const Residency& residency, const Gpu& gpu);

/// Different sectors of the whole grid, from `distinct` in `sampled` blocks, which asked for `asked` in all; no more than `most`.
/// Blocks that share sectors are taken to be any blocks.
double footprint(double distinct, double asked, double sampled, double blocks, double most);

/// Share of a block's sectors that the block before it reads too. Blocks are sampled in pairs: every second one has that block beside it.
double shared_with_neighbour(const Array& array);

/// Bytes that device memory moves for each byte of the array's sectors that are read: more than 1 where the other half of an access of
/// 64 bytes is not asked for.
double moved_per_read(const Array& array, const Gpu& gpu);

/// Different sectors of the array that the whole grid reads. What only the sampled pairs share would look as if all blocks shared it, so
/// that each block adds at least what the one before it has not read.
double read_once(const Array& array, double sampled, double blocks);

/// Share of a cache's hits if `bytes` are read again and again and any line may give way: h = exp(-(1 - h) bytes / cache).
double hits_of_a_loop(double bytes, double cache);

}  // namespace tutorial::predict
