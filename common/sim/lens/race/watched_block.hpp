// A watched block in flight, and the decisions that a worker has to complete at its next event.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/lens/race/async_copies.hpp"
#include "sim/lens/race/bulk_copies.hpp"
#include "sim/lens/race/cluster_order.hpp"
#include "sim/lens/race/grid_waits.hpp"
#include "sim/lens/race/order.hpp"
#include "sim/lens/race/proxy_fences.hpp"
#include "sim/lens/race/shared_shadow.hpp"
#include "sim/lens/race/shuffled_values.hpp"
#include "sim/lens/report/findings.hpp"
#include "sim/runtime/block.hpp"

namespace cudasim::lens {

struct WatchedBlock;

/// A read of memory that no thread has written yet. It is reported only if no other thread writes there before the
/// next barrier (shared) or the launch's end (global): if one does, the two race, and only the schedule made
/// the read first.
struct UnsetRead {
  Access access;
  FoundPlace place;
  std::size_t offset = 0;  ///< in the arena
  unsigned thread = 0;
  std::uint32_t number = 0;       ///< of the block
  WatchedBlock* owner = nullptr;  ///< whose shared memory it is
};

/// What a thread has looked at without the fence that data needs. It is reported unless the thread's next access there is a
/// compare-and-swap: then the value was a guess.
struct Guess {
  const char* address;
  Finding finding;
};

/// The plain reads that a thread has made last, of words that it has not changed since.
struct PlainReads {
  struct PlainRead {
    const char* address = nullptr;
    unsigned site = 0;
  };
  std::array<PlainRead, 4> last;
  unsigned oldest = 0;
};

struct WatchedBlock {
  const Block* block = nullptr;
  BlockOrder order;
  SharedShadow shared;
  std::vector<std::uint32_t> wrote_shared;  ///< by thread: barrier clock of the interval of its last write
  std::vector<UnsetRead> unset;
  std::unordered_map<unsigned, Guess> guesses;  ///< by thread
  std::vector<PlainReads> reads;                ///< by thread
  AsyncCopies copies;
  BulkCopies bulk;
  ProxyFences proxy_fences;
  ProxyFences init_fences;  ///< what serves an mbarrier that was initialised
  ClusterClocks cluster;
  GridWaits grid_waits;
  std::unordered_map<unsigned, Visit> visits;  ///< of other blocks' threads, by rank and thread

  std::unordered_map<unsigned, unsigned>
      named;  ///< by warp: the barrier with a number that it has come to last
  std::unordered_map<unsigned, ShuffledValues> shuffled;  ///< by warp

  /// The worker's running thread, which is one of this block.
  unsigned running_thread() const;
};

/// Two accesses that clash, as entries of the same cell.
struct Clash {
  Entry first;
  Entry second;  ///< of the running thread
  bool in_shared;
  const char* address;                  ///< of the word
  unsigned bytes;                       ///< of the whole second access
  const WatchedBlock* owner = nullptr;  ///< of the shared memory
};

/// A write over another thread's unordered write: a race if it changes the value, which is known once it is
/// done.
struct DoubtfulWrite {
  WatchedBlock* block;
  Clash clash;
  char before[4];
};

/// A race of a plain read with an atomic operation, reported when the launch has ended: by then it is known whether the read
/// only decides if an atomic operation on the same word follows.
struct PlainCheck {
  unsigned read_site;
  Finding finding;
};

/// What the checker knows of an OS thread that runs blocks.
class WatchingWorker {
 public:
  static WatchingWorker& of_this_thread();

  WatchedBlock& begin(const Block& block, unsigned number);
  void end(const Block& block);
  /// The running block if it is watched.
  WatchedBlock* current();
  WatchedBlock* find(const Block& block);
  /// The watched block whose shared memory that is, this one or another one of its cluster; null if there is none.
  WatchedBlock* owner_of(WatchedBlock& block, const char* address);
  /// All that this worker has in flight.
  template <class Function>
  void for_each(Function function) {
    for (const auto& each : blocks_) function(*each.second);
  }

  SharedLayout layout;
  std::vector<DoubtfulWrite> doubtful;
  /// An atomic operation or a volatile read of this thread was about to be done: it takes over what is handed
  /// on there.
  Access acquiring = {};
  WatchedBlock* acquirer = nullptr;  ///< null if there is none
  unsigned acquiring_thread = 0;

 private:
  std::unordered_map<const Block*, std::unique_ptr<WatchedBlock>> blocks_;
  std::vector<std::unique_ptr<WatchedBlock>> idle_;
  WatchedBlock* last_ = nullptr;
};

/// What the checker knows of the launch.
struct WatchedLaunch {
  std::atomic<std::uint32_t> time{1};                ///< advances with every launch and every grid barrier
  std::atomic<unsigned> blocks{0};                   ///< watched so far
  std::atomic<bool> reads_read_only{false};          ///< some access was such a read: read_only or of_surface
  std::atomic<bool> is_cut_short{false};             ///< some accesses of watched blocks were not checked
  const std::string* kernel = nullptr;               ///< interned name
  bool overlaps = false;                             ///< it may begin before the kernel ahead of it has ended
  std::atomic<bool> lets_others_begin_early{false};  ///< some thread did so that had not waited itself
  std::mutex mutex;
  std::vector<Index> block_indices;  ///< by number
  std::vector<UnsetRead> unset;
  std::vector<PlainCheck> checks;
};
WatchedLaunch& watched_launch();

Index to_index(const uint3& index);
/// The running thread, about to do this.
FoundPlace place_of(const WatchedBlock& block, unsigned thread, const void* pc, AccessKind kind);

/// Whether the launch may overlap the kernel ahead, and this thread's access that kernel's. (grid_waits.cpp)
bool may_be_early(const WatchedBlock& block, unsigned thread, const Access& access);

/// The phase of an mbarrier is about to end. (bulk_copies.cpp)
void end_bulk_phase(WatchingWorker& worker, WatchedBlock& block, const void* barrier);
/// The block ends: reports copies that use its shared memory and that no thread has waited for. (bulk_copies.cpp)
void check_bulk_at_end(WatchingWorker& worker, WatchedBlock& block);

/// Does what had to wait for the operation before this event: see doubtful and acquiring. (races.cpp)
void settle(WatchingWorker& worker);

}  // namespace cudasim::lens
