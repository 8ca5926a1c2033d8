// The order (happens-before) of a launch's accesses: by block barriers, by __syncwarp, and by fences with atomics
// or flags.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/lens/race/release_log.hpp"
#include "sim/lens/race/shadow.hpp"

namespace cudasim {
struct Block;
}

namespace cudasim::lens {

/// The clocks of a watched block in flight. Every thread has a clock, which advances at barriers, at
/// __syncwarp and at fences; an access carries its thread's clock.
class BlockOrder {
 public:
  void begin(unsigned number, std::size_t threads);
  /// What the thread does until the next barrier does not come before what other warps do after that.
  void arrive(unsigned thread) { arriving_.try_emplace(thread, next_clock(thread)); }
  /// The same of a cluster that is a block alone: the barrier at which the thread waits later is the block's, but others may come before it.
  void arrive_at_cluster(unsigned thread) { at_cluster_[thread] = next_clock(thread); }
  void wait_at_cluster(unsigned thread) { arriving_.insert(at_cluster_.extract(thread)); }
  /// All other accesses so far come before all that follow.
  void barrier();
  /// The same among lanes of the warp whose lane 0 is `first_thread`.
  void warp_synchronised(std::size_t first_thread, unsigned lanes);
  void fence(unsigned thread, const Fence& fence);

  /// The thread releases, at this address, its accesses before its last fence; if the access is a release itself, all so far.
  void release(unsigned thread, const Access& access);
  /// It releases its accesses up to the clock.
  void release_until(unsigned thread, std::uint32_t clock, const char* address);
  /// It sees what others have released there, and acquires it now or at its next fence.
  void acquire(unsigned thread, const Access& access);
  /// What is missing to order the access before `thread`, which has seen a later release. Empty if it has seen none. Releases at `word`
  /// itself do not count.
  std::optional<BrokenLink> broken_link(const Entry& entry, unsigned thread, bool in_grid,
                                        const char* word = nullptr) const;

  /// Whether fences and atomic operations order another block's access before the thread.
  bool knows_of(const BlockOrder& other, const Entry& entry, unsigned thread, const char* word,
                bool strong = false) const {
    if (!any_fence()) return false;
    return is_handed_on({other.number_, static_cast<unsigned>(entry.thread), other.whole_clock(entry), word},
                        thread, strong);
  }
  /// Whether any thread of the block, including those that have ended, knows what the other's thread did at this clock.
  bool any_knows_of(const BlockOrder& other, unsigned thread, std::uint32_t clock) const;
  /// The clock of an access by a thread of this block.
  std::uint32_t whole_clock(const Entry& entry) const {
    return unwrap(static_cast<std::uint32_t>(entry.clock), latest_);
  }
  /// Advances the thread's clock: later accesses get the new clock, and earlier ones have lower clocks.
  std::uint32_t next_clock(unsigned thread) {
    advance(thread);
    return clocks_[thread];
  }

  unsigned number() const { return number_; }
  std::uint32_t clock(unsigned thread) const { return clocks_[thread]; }
  std::uint32_t barrier_clock() const { return barrier_clock_; }

  /// Whether the access of `entry` to this word, made by a thread of this block, comes before what `thread`
  /// does now. Fences and atomics are expensive to check, so they are ignored unless `by_all_means`. `strong`: both
  /// are volatile or atomic, so that the reading side needs no fence.
  bool is_before(const Entry& entry, unsigned thread, const char* word, bool by_all_means = true,
                 bool strong = false) const {
    if (entry.thread == thread) return true;
    const std::uint32_t clock = unwrap(static_cast<std::uint32_t>(entry.clock), latest_);
    if (clock < barrier_clock_ && !follows_arrival(entry, thread, clock)) return true;
    if (entry.thread / 32 == thread / 32) {
      const WarpOrder& warp = warps_[thread / 32];
      if (warp.interval == barrier_clock_ && clock < warp.known[thread % 32][entry.thread % 32]) return true;
    }
    if (!by_all_means || !any_fence()) return false;
    return is_handed_on({number_, static_cast<unsigned>(entry.thread), clock, word}, thread, strong);
  }
  /// The same for a thread of any block of the launch.
  bool is_before_in_grid(const Entry& entry, unsigned thread, const char* word, bool by_all_means = true,
                         bool strong = false) const {
    if (entry.number == number_) return is_before(entry, thread, word, by_all_means, strong);
    if (!by_all_means || !any_fence()) return false;
    return is_handed_on(past_access(entry, word), thread, strong);
  }

 private:
  /// Lane a knows what lane b did before the clock [a][b].
  using LaneClocks = std::array<std::array<std::uint32_t, 32>, 32>;
  struct WarpOrder {
    std::uint32_t interval = 0;  ///< barrier clock of `known`; before it, no lane knows another's accesses
    LaneClocks known;
  };

  /// Whether the access was made between the arrival of its thread at the last barrier and the wait there, and the other's lane had not met it since.
  bool follows_arrival(const Entry& entry, unsigned thread, std::uint32_t clock) const {
    if (arrived_.empty()) return false;
    const auto found = arrived_.find(static_cast<unsigned>(entry.thread));
    if (found == arrived_.end() || clock < found->second) return false;
    if (entry.thread / 32 != thread / 32) return true;
    const auto met = met_before_.find(thread / 32);
    return met == met_before_.end() || clock >= met->second[thread % 32][entry.thread % 32];
  }
  bool is_handed_on(const PastAccess& access, unsigned to_thread, bool strong) const;
  PastAccess past_access(const Entry& entry, const char* word) const;
  bool is_logged_without_fences(unsigned thread, const Access& access);
  /// The release also hands on what lanes of the thread's warp did and fenced before the last __syncwarp.
  void cover_fenced_lanes(unsigned thread, Release& release) const;
  void advance(unsigned thread);

  unsigned number_ = 0;
  std::uint32_t barrier_clock_ = 0;
  std::uint32_t latest_ = 0;  ///< the highest clock of any thread
  std::vector<std::uint32_t> clocks_;
  std::vector<WarpOrder> warps_;
  /// The clocks of threads that have arrived at the next barrier, and that had at the last one, and then did more before they waited.
  std::unordered_map<unsigned, std::uint32_t> arriving_, arrived_;
  std::unordered_map<unsigned, LaneClocks> met_before_;  ///< that barrier, by warps with such threads
  std::unordered_map<unsigned, std::uint32_t>
      at_cluster_;  ///< as `arriving_`, of threads that do not wait yet
  Known known_;     ///< by all threads
  std::unordered_map<unsigned, Known> thread_known_;
  Known seen_;  ///< by any thread before the last barrier, but not taken over by a fence
  std::unordered_map<unsigned, Known> thread_seen_;
  /// Where a thread released last, before any fence, and at which word.
  struct LastRelease {
    const void* pc = nullptr;
    const char* address = nullptr;
    bool operator==(const LastRelease&) const = default;
  };
  std::unordered_map<unsigned, LastRelease> last_release_;
};

}  // namespace cudasim::lens
