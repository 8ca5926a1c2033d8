// What the launches of each range (cudasim/range.hpp) have cost: totals, without lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/lens/count/results.hpp"

namespace cudasim::lens {

/// All accesses to one space with one kind of operation, of watched blocks, scaled to all blocks of the launches.
struct RangeAccesses {
  Space space;
  Op op;
  Sums sums;
};

/// Its counts are scaled to all blocks, too.
struct RangeKernel : KernelCounts {
  std::string name;
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t threads = 0;
  std::uint64_t watched_blocks = 0;
  std::vector<RangeAccesses> accesses;
};

struct RangeResults {
  std::string name;
  unsigned long number = 0;
  std::vector<RangeKernel> kernels;  ///< in the order of their first launch
};

/// Ranges in which something was launched, in the order of their first launch.
std::vector<RangeResults> ranges();
/// For tests.
void clear_ranges();

/// Counts a launch in the calling thread's range, if it is in one. The recorders keep what they have.
void add_to_range(const std::string& kernel, const LaunchSize& size, const std::vector<Recorder*>& recorders);

}  // namespace cudasim::lens
