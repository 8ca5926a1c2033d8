// What the lens has counted so far, for the report at the end of a program and for unit tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/lens/count/counters.hpp"

namespace cudasim::lens {

class Recorder;

/// The accesses of one line to one space with one kind of operation.
struct LineResults {
  std::string file;  ///< empty if no line is known
  int line = 0;
  Space space = Space::global;
  Op op = Op::load;
  Sums sums;
  Sample sample;

  double sectors_per_request() const;
  double ideal_sectors_per_request() const;
};

/// The accesses of a launch to global memory, and how many blocks and threads share them: the square of the bytes over the sum of each one's
/// square, so that those that do little count for little; and the part of the threads that access any, in blocks in which one does.
struct SharedBytes {
  double bytes, blocks, threads, working;
};

/// All launches of one kernel, with the counts of its watched blocks.
struct KernelResults : KernelCounts {
  std::string name;
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t threads = 0;
  std::uint64_t shared_bytes = 0;  ///< of a block, static and dynamic: the largest of any launch
  std::uint64_t watched_blocks = 0;
  std::vector<BarrierCount> barriers_by_line;
  std::uint64_t global_bytes = 0;    ///< of global memory, accessed by watched blocks
  std::vector<SharedBytes> sharing;  ///< launches that are shared alike have one entry
  /// The largest part of the accesses to shared memory of a watched block that one thread made; 0 if no thread made more than 64 words.
  double shared_share = 0;
  std::vector<LineResults> lines;  ///< by file and line

  /// The entry of a line; all zero if there is none. Empty `file`: of whichever file.
  LineResults at(int line, Space space, Op op) const;
};

/// Kernels in the order of their first launch.
std::vector<KernelResults> results();
/// The kernel of this name; all zero if it was not launched.
KernelResults results_of(const std::string& kernel);
/// Forgets everything. For tests.
void clear_results();

const char* name_of(Space space);
const char* name_of(Op op);

/// Launches of the kernel so far.
std::uint64_t launches_of(const std::string& kernel);
/// What a launch was, whatever of it was watched.
struct LaunchSize {
  std::uint64_t blocks;
  std::uint64_t threads;
  std::uint64_t shared_bytes;  ///< of a block
};
/// Counts a launch, then adds what recorders have and empties them. Called by the lens.
void add_launch(const std::string& kernel, const LaunchSize& size, const std::vector<Recorder*>& recorders);

}  // namespace cudasim::lens
