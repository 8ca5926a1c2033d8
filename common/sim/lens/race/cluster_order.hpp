// The order that a cluster's barrier imposes on the threads of its blocks, and their accesses to each other's shared memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/lens/race/shadow.hpp"

namespace cudasim {
struct Cluster;
}

namespace cudasim::lens {

struct Access;
struct WatchedBlock;
class WatchingWorker;

/// Of the threads of one block.
class ClusterClocks {
 public:
  void begin(std::size_t threads);
  /// The thread's accesses up to this clock come before all accesses after the end of the phase.
  void arrive(unsigned thread, std::uint64_t phase, std::uint32_t clock) {
    arrived_[phase % kept][thread] = clock;
  }
  /// The thread knows that this many phases have ended.
  void pass(unsigned thread, std::uint64_t phases) { passed_[thread] = phases; }
  /// Each thread of the block now knows as many ended phases as the one that knew most.
  void barrier();
  std::uint64_t passed(unsigned thread) const { return passed_[thread]; }
  /// Whether a thread that knows this many phases comes after the access that this block's thread made at the clock.
  bool is_before(unsigned thread, std::uint32_t clock, std::uint64_t phases) const {
    return phases != 0 && clock < arrived_[(phases - 1) % kept][thread];
  }

 private:
  // A thread may be two phases ahead of another one.
  static constexpr std::size_t kept = 4;
  std::array<std::vector<std::uint32_t>, kept> arrived_;
  std::vector<std::uint64_t> passed_;
};

/// The last access of another block's thread to this block's shared memory.
struct Visit {
  Entry entry;
  const char* address;
  unsigned bytes;
};

// In entries of shared memory, `number` has more than one meaning.
constexpr unsigned wrote_bit = 1, rank_bits = 4;
inline unsigned rank_of(const Entry& entry) {
  return static_cast<unsigned>(entry.number) >> 1 & ((1u << rank_bits) - 1);
}

/// The rank of the block in its cluster; 0 without one.
unsigned rank_of(const WatchedBlock& block);
/// The block of an entry of shared memory that `block`, of the same cluster, can reach. Null if it is not watched.
WatchedBlock* block_of(WatchingWorker& worker, WatchedBlock& block, const Entry& entry);
/// The same for an entry of global memory; null too if it is of another cluster.
WatchedBlock* block_in_cluster(WatchingWorker& worker, WatchedBlock& block, unsigned number);
/// Whether the cluster's barrier orders the other block's access before the thread's current one.
bool is_before_by_cluster(const WatchedBlock& other, const Entry& entry, const WatchedBlock& block,
                          unsigned thread);

/// The running thread accesses shared memory of `owner`, another block: is that block certain to have started and not ended?
void check_visit(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access,
                 WatchedBlock* owner);
/// The block has ended: threads of other blocks may still access its shared memory.
void check_visits_at_end(WatchingWorker& worker, WatchedBlock& block);

}  // namespace cudasim::lens
