// Release and acquire through memory: a thread fences and then writes a flag or an atomic counter; who reads it there
// and then fences comes after the fenced accesses. Only programs with fences need this.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/fences.hpp"
#include "sim/lens/report/hazards.hpp"

namespace cudasim::lens {

class ReleaseLog;

/// Set in a block's number: its copies in bulk.
constexpr unsigned copies_of_block = 1u << 30;

/// An access as the shadow remembers it.
struct PastAccess {
  unsigned number;  ///< of the block
  unsigned thread;
  std::uint32_t clock;
  const char* word;  ///< its address
};

/// What a thread has taken over: logs, each up to a time.
struct Taken {
  std::shared_ptr<ReleaseLog> log;
  std::uint64_t until;
  std::uint64_t moment;  ///< releases of the launch by then, in all logs
  Scope scope;           ///< the narrower of the scopes of the read and the fence after it
  unsigned number;       ///< of the block that has read it
  const void* pc;        ///< of the read
};
using Known = std::vector<Taken>;
void merge(Known& into, const Known& from);

/// What a fence of a thread covers: all that the block did before its last barrier, what the thread itself
/// did before the fence, and what lanes of its warp did before the last __syncwarp.
struct Fenced {
  std::uint32_t barrier_clock = 0;
  std::uint32_t own_clock = 0;             ///< accesses up to this clock
  std::vector<std::uint32_t> lane_clocks;  ///< accesses before these clocks, by lane; empty if none
  bool covers(unsigned own_thread, const PastAccess& access) const;
};

/// The last fences of a thread, of at least each scope.
struct ScopedFences {
  std::optional<Fenced> block_scope;
  std::optional<Fenced> cluster_scope;
  std::optional<Fenced> device_scope;

  std::optional<Fenced>& of(Scope scope) {
    return scope == Scope::device ? device_scope : scope == Scope::cluster ? cluster_scope : block_scope;
  }
  const std::optional<Fenced>& of(Scope scope) const { return const_cast<ScopedFences*>(this)->of(scope); }
};
struct ThreadFences : ScopedFences {
  std::uint32_t first = 0;  ///< clock of the first fence
};

/// What a thread has released at an address.
struct Release {
  std::uint64_t time;
  unsigned number;  ///< of its block
  unsigned thread;
  Scope scope;
  const void* pc;
  ScopedFences fences;
  std::uint32_t barrier_clock;  ///< what is older is handed on if its own thread has fenced it
  std::uint32_t own_clock;
  Known known;
};

/// What is looked for in a log: all that was handed on, or accesses to the flag or counter itself, which are ordered by
/// what is read there, without fences.
enum class Reach : std::uint8_t { all, flag_itself };

/// Why a released access is still not ordered.
struct BrokenLink {
  enum class Missing : std::uint8_t {
    fence_before,
    wider_fence_before,
    wider_write,
    wider_read,
    fence_behind
  };
  Missing missing;
  bool same_block;  ///< a fence of block scope is enough
  const void* released_at;
  const void* acquired_at;
};

/// All releases at one address.
class ReleaseLog {
 public:
  explicit ReleaseLog(const char* address) : address_(address) {}

  /// `bytes`: of the access that releases.
  void add(Release release, unsigned bytes = 4);
  /// Whether what is known, or what that builds upon, covers the access.
  static bool covers(const Known& known, const PastAccess& access, Reach reach);
  /// Looks for a release after the access, at another word than its own, that does not cover it. `fence_behind`: the reader has one.
  static std::optional<BrokenLink> broken_link(const Known& known, const PastAccess& access,
                                               bool fence_behind);
  std::uint64_t now() const;
  /// Whether only this block has released there, and all that before the clock.
  bool is_of_block_before(unsigned number, std::uint32_t clock) const;

 private:
  bool is_at(const char* word) const { return word < address_ + bytes_ && address_ < word + 4; }
  /// The acquired state, without shared ownership of the log.
  struct Step {
    const ReleaseLog* log;
    std::uint64_t until;
    Scope scope;
    unsigned number;
  };
  /// These need the lock.
  bool covers(const Step& step, const Release& release, const PastAccess& access, Reach reach) const;
  /// Of the thread that made the access.
  bool covers_by_itself(const Step& step, const PastAccess& access, Reach reach) const;
  /// Of all threads of its block. `searched` grows by the releases that were looked at.
  bool covers(const Step& step, const PastAccess& access, Reach reach, std::int64_t& searched) const;
  bool any_covers(const Step& step, const std::vector<Release>& all, const PastAccess& access,
                  Reach reach) const;
  /// By log, block that has read it, and scope: up to which time it is looked at.
  using Seen = std::map<std::tuple<const ReleaseLog*, unsigned, Scope>, std::uint64_t>;
  /// What those had taken over who have handed on what the step has, as further steps.
  void add_further(const Step& step, std::vector<Step>& steps, Seen& seen, std::int64_t& searched) const;
  /// Takes no lock before. Stops when `left` releases have been searched.
  static bool any_covers_further(std::vector<Step>& steps, const PastAccess& access, Reach reach,
                                 std::int64_t left, std::int64_t& searched);

  const char* address_;
  unsigned bytes_ = 4;
  mutable std::mutex mutex_;
  std::uint64_t time_ = 0;
  static constexpr unsigned several_blocks = ~0u;
  struct Latest {
    unsigned only_block;  ///< that has released
    std::uint32_t clock;  ///< the furthest of a thread that has
  };
  std::atomic<Latest> latest_{Latest{several_blocks, 0}};  ///< read without the lock
  bool builds_on_others_ = false;
  std::map<std::pair<unsigned, unsigned>, std::vector<Release>> releases_;  ///< by block and thread
};

/// The launch's logs and fences; empty at its start. Without `all_searches` there is a limit to the work of a launch.
void forget_releases(bool all_searches);
/// The limit is reached: what no thread itself has handed on counts as ordered, and later accesses are not checked.
bool searches_are_spent();
void spend_searches(std::size_t count);
/// True if anything was released.
bool any_release();
/// The log of an address, made if there is none.
std::shared_ptr<ReleaseLog> release_log(const char* address);
/// The same for a thread of the block that may acquire what is released there; null if nothing is, or only what this block had released
/// before the clock, which is its barrier's: that orders all of it.
std::shared_ptr<ReleaseLog> log_to_acquire(const char* address, unsigned number, std::uint32_t clock);
/// How many releases the launch has made, in all logs.
std::uint64_t releases_so_far();
/// The shared memory of a block that begins: what an earlier block has released there is not its own.
void forget_releases_at(const char* begin, std::size_t bytes);
/// Releases without a fence are logged too, up to a number per launch, to report which fence is missing. A submission's always are: it loses
/// points by what it hands on without one.
bool log_without_fence();
bool logs_without_fences();

void note_latest_clock(unsigned number, std::uint32_t clock);
/// The furthest clock of a block of the launch that has fences.
std::uint32_t latest_clock(unsigned number);

/// The block with this number belongs to the cluster whose first block has this index.
void note_cluster(unsigned number, const Index& first_block);
/// The narrowest scope in which threads of the two blocks are for each other. Clusters count only if something has their scope.
Scope scope_between(unsigned number, unsigned other);

void note_fence(unsigned number, unsigned thread, Fenced fenced, Scope scope);
std::optional<ThreadFences> fences_of(unsigned number, unsigned thread);

}  // namespace cudasim::lens
