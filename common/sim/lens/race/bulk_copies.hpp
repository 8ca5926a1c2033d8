// TMA (bulk) copies of a block's threads: which lane makes each copy, and when it has ended.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/lens/race/order.hpp"

namespace cudasim {
struct BulkPiece;
}

namespace cudasim::lens {

/// Flag in `number` of an entry of shared memory: a bulk copy made the access, and `thread` is its lane.
constexpr unsigned bulk_bit = 1u << 5;
inline bool is_bulk(const Entry& entry) { return (entry.number & bulk_bit) != 0; }

/// The TMA unit, modeled as threads: a lane for each mbarrier that it signals, and for each thread whose groups it copies.
/// A lane's accesses are ordered before a thread, even the one that started them, only if that thread knows of a wait for them.
class BulkCopies {
 public:
  void begin(unsigned block_number);
  /// The lane of the mbarrier, or of the thread if the mbarrier is null.
  unsigned lane_of(const void* until, unsigned thread);
  unsigned thread_of(unsigned lane) const { return lane < lanes_.size() ? lanes_[lane].thread : 0; }
  const BlockOrder& order() const { return order_; }

  /// The mbarrier's phase ends: threads that see this know the copied data.
  void end_phase(const void* barrier);
  void commit(unsigned thread);
  /// The thread has waited for all but its `newest` groups: releases their copies at `address`. Returns it, or null if there were none.
  const char* wait(unsigned thread, std::size_t newest, const char* address);

  /// The shared memory that a lane's latest copy, or a piece of it, reads or writes.
  struct Latest {
    const char* address = nullptr;
    unsigned bytes = 0;
    AccessKind kind = AccessKind::read;
    const void* pc = nullptr;
    std::uint32_t clock = 0;
  };
  struct Lane {
    const void* until;
    unsigned thread;
    std::vector<std::uint32_t> groups = {};  ///< the clock at the end of each group
    std::uint32_t waited = 0;                ///< the end of the last group that its thread has waited for
    Latest latest = {};
  };
  void started(unsigned lane, const Latest& latest) { lanes_[lane].latest = latest; }
  /// Each has copied; a lane that several share is left out.
  std::span<const Lane> lanes() const;

 private:
  BlockOrder order_;
  bool has_begun_ = false;
  unsigned number_ = 0;
  std::vector<Lane> lanes_;
};

}  // namespace cudasim::lens
