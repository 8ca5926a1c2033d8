// Copies in bulk of a block's threads: who makes them, and until when.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/lens/race/order.hpp"

namespace cudasim {
struct BulkPiece;
}

namespace cudasim::lens {

/// In `number` of an entry of shared memory: a copy has done it, and `thread` is its lane.
constexpr unsigned bulk_bit = 1u << 5;
inline bool is_bulk(const Entry& entry) { return (entry.number & bulk_bit) != 0; }

/// The unit that copies in bulk, as if it were threads: a lane for each mbarrier that it tells, and for each thread whose groups it copies.
/// What a lane does is known to those who know that it was waited for, its own thread too.
class BulkCopies {
 public:
  void begin(unsigned block_number);
  /// Of the mbarrier, or of the thread if that is null.
  unsigned lane_of(const void* until, unsigned thread);
  unsigned thread_of(unsigned lane) const { return lane < lanes_.size() ? lanes_[lane].thread : 0; }
  const BlockOrder& order() const { return order_; }

  /// The mbarrier's phase ends: who sees that knows what was copied.
  void end_phase(const void* barrier);
  void commit(unsigned thread);
  /// The thread has waited for its groups but the newest; null address if it had none. What is told there, it takes over.
  const char* wait(unsigned thread, std::size_t newest, const char* address);

 private:
  struct Lane {
    const void* until;
    unsigned thread;
    std::vector<std::uint32_t> groups;  ///< the clock at each one's end
  };

  BlockOrder order_;
  bool has_begun_ = false;
  unsigned number_ = 0;
  std::vector<Lane> lanes_;
};

}  // namespace cudasim::lens
