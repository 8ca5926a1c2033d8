// Records a watched block's accesses while it runs; the hooks find it through the state below.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/lens/count/counters.hpp"
#include "sim/lens/count/path.hpp"
#include "sim/lens/count/requests.hpp"
#include "sim/lens/count/reuse.hpp"
#include "sim/runtime/block.hpp"
#include "sim/runtime/fault.hpp"

namespace cudasim::lens {

/// Of the thread that runs in a lane. Nothing of it outlives the thread.
struct LaneState {
  std::uint32_t last = 0;                            ///< the request it was in last
  std::uint64_t global_bytes = 0, shared_bytes = 0;  ///< that it has accessed
  std::uint32_t looks = 0;  ///< how often in a row it has looked at the same word, and at nothing else
  std::uintptr_t looks_at = 0;
  std::uint64_t begun_at_look = 0;  ///< when it looked there first in this row: how many blocks had begun
  std::uint64_t found_at_look = 0;  ///< and what was there
  bool rested = false;              ///< since then it has let others run
  bool has_looked = false;          ///< at a word that others may change, and has not given way since
  std::uint32_t turn = 0;           ///< it grows whenever another thread has run
  std::uintptr_t draws_at = 0;      ///< the counter in global memory to which it has added last
  std::uintptr_t swapped_at = 0;    ///< the word there that it has changed last by a compare-and-swap
  std::uint32_t draws = 0;          ///< how often it has let others add there first
  /// The words at which it looked last, in which of its turns, and after how many barriers of the block.
  struct Look {
    std::uintptr_t at;
    std::uint32_t turn;
    std::uint64_t barriers;
  };
  std::uint64_t barriers_at_arrival = UINT64_MAX;  ///< of the block, when it arrived at an mbarrier last
  std::array<std::uintptr_t, 4> arrived_at{};  ///< since then, the mbarriers: as many as a pipeline's stages
  std::array<Look, 4> last_looks{};
  std::uint8_t oldest_look = 0;

  /// Whether it has arrived at this mbarrier, or at four others, with no barrier of the block since then.
  bool arrives_again(std::uint64_t barriers, std::uintptr_t mbarrier) {
    if (std::exchange(barriers_at_arrival, barriers) != barriers) arrived_at = {};
    const auto place = std::find_if(arrived_at.begin(), arrived_at.end(),
                                    [&](std::uintptr_t other) { return other == 0 || other == mbarrier; });
    if (place == arrived_at.end() || *place == mbarrier) return true;
    *place = mbarrier;
    return false;
  }

  /// The last compare-and-swap: where, and what it expected.
  std::pair<std::uintptr_t, std::uint64_t> last_try;
  bool repeats_try = false;  ///< It was the same as the one before: the thread waits, and does not add.

  void note_try(std::uintptr_t address, std::uint64_t expected) {
    const std::pair now(address, expected);
    repeats_try = std::exchange(last_try, now) == now;
  }

  /// Whether the thread now waits there: it was to be seen so often that it does nothing else.
  bool waits_at(std::uintptr_t address, bool only_loads) {
    constexpr std::uint32_t most_loads = 3, most_changes = 12;
    const std::uint32_t most = only_loads ? most_loads : most_changes;
    looks = address != looks_at ? 1 : rested ? most : looks + 1;
    looks_at = address;
    rested = false;
    return looks == most;
  }

  /// Whether it looks, without changing anything, at a word at which it looked before others ran, with no barrier between. Its own changes
  /// of the word are no looks.
  bool looks_again(std::uintptr_t address, bool changes, std::uint64_t barriers) {
    const auto found = std::find_if(last_looks.begin(), last_looks.end(),
                                    [&](const Look& each) { return each.at == address; });
    if (changes) {
      if (found != last_looks.end()) found->at = 0;
      return false;
    }
    Look& look = found != last_looks.end() ? *found : last_looks[oldest_look++ % last_looks.size()];
    const bool again = look.at == address && look.barriers == barriers && look.turn != turn;
    look = {address, turn, barriers};
    return again;
  }
};

struct Lane : LaneState {
  Path path;

  /// Another thread begins.
  void restart() {
    static_cast<LaneState&>(*this) = {};
    path.restart();
  }
};

class Recorder;
class StepTrace;

enum class Mode : std::uint8_t { host, unwatched, watched };

/// Of the calling OS thread.
struct Current {
  Mode mode;
  bool name_is_open;         ///< the functions that are entered may tell the kernel's name
  std::uint32_t form;        ///< of the next atomic operation or fence: AtomicForm
  const void* read_only;     ///< __ldg is about to read there
  std::uintptr_t stack;      ///< where the running thread's slot begins, once it has been asked for
  std::uint8_t lane_number;  ///< these stand while a watched device thread runs
  Lane* lane;
  WarpRequests* requests;  ///< of its warp
  Recorder* recorder;
  const void*
      stepped_pc;  ///< a hook that is called for a thread in step mode: what would be its return address
  const void*
      updates;  ///< what an atomic function of several instructions has loaded: a compare-and-swap follows
  bool stepped_atomic;  ///< the last access was atomic
};
extern __thread Current current;

/// While it lives the hooks return at once. For the lens's own code: of a function that both it and the program have instances of
/// (std::vector, std::string) the linker keeps one, perhaps the program's, which calls the hooks.
class Unwatched {
 public:
  Unwatched() : mode_(current.mode) { current.mode = Mode::unwatched; }
  ~Unwatched() { current.mode = mode_; }
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;

 private:
  Mode mode_;
  StopWaits stop_waits_;
};

/// What a worker has counted in watched blocks since the last launch, and what the running block has in flight.
class Recorder : public KernelCounts {
 public:
  void begin(const Block& block, std::uint64_t most_checks);
  void turn_to(const Block& block, const DeviceThread& thread, bool fresh);
  /// The warp's lanes are all at one point: what they do next is never joined with what they did before.
  void complete_warp(const Block& block, unsigned warp);
  void complete_all(const Block& block);
  /// `lanes` of a warp have met. If they are all that have not ended, they are at one point, unless others went through it before they ended:
  /// tiles of a warp, each at its own pace.
  void lanes_met(const Block& block, const Warp& warp, unsigned lanes);
  /// The lane of the warp lets others run, or goes on. What it does next is still joined with what the other lanes do until then.
  void lane_draws(unsigned warp, unsigned lane, bool begins) {
    drawing_[warp] = begins ? drawing_[warp] | 1u << lane : drawing_[warp] & ~(1u << lane);
  }
  const Path& path_of(std::size_t thread) const { return lanes_[thread].path; }
  /// Whether hazards are looked for in one more access that orders nothing: in long kernels not to the end.
  bool takes_check(bool searches_spent) {
    if (checked < checks && !searches_spent) return ++checked, true;
    ++unchecked_accesses;
    return false;
  }
  /// That the running thread belongs to.
  unsigned warp() const { return warp_; }
  /// The running thread accesses global memory.
  void count_global(Lane& lane, std::uint64_t bytes) {
    global_bytes += bytes;
    if (lane.global_bytes == 0) ++working_threads;
    if (block_bytes == 0) threads_of_working_blocks += lanes_.size();
    add_square(squares_of_threads, lane.global_bytes, bytes);
    add_square(squares_of_blocks, block_bytes, bytes);
  }
  /// The running thread accesses shared memory.
  void count_shared(Lane& lane, std::uint64_t bytes) {
    lane.shared_bytes += bytes;
    shared_bytes_ += bytes;
    busiest_in_shared_ = std::max(busiest_in_shared_, lane.shared_bytes);
  }
  void end_block();
  /// The block's threads have met at a barrier.
  void count_barrier(const Site& site);

  Counters counters;
  std::uint64_t accesses = 0;  ///< of the running block
  std::uint64_t checks = 0;    ///< how many plain accesses of the running block are checked for hazards
  std::uint64_t checked = 0;   ///< how many of these it has made
  std::vector<BarrierCount> barriers_by_line;
  std::uint64_t global_bytes = 0;               ///< accessed by all threads
  std::uint64_t block_bytes = 0;                ///< of these, by the running block
  double squares_of_blocks = 0;                 ///< of the bytes of each block, summed
  double squares_of_threads = 0;                ///< of the bytes of each thread, summed
  std::uint64_t working_threads = 0;            ///< that access global memory
  std::uint64_t threads_of_working_blocks = 0;  ///< of blocks in which one does
  double shared_share = 0;  ///< the largest part of a block's accesses to shared memory that one thread made
  std::uint64_t matrix_instructions = 0;  ///< of single threads
  std::uint64_t bulk_bytes = 0;           ///< copied in bulk, of which no warp makes a request
  std::uint64_t blocks = 0;
  std::unique_ptr<BlockTouches> touches;  ///< null where none are noted
  const DeviceThread* traced = nullptr;
  bool traced_first = false;   ///< it is the block's first thread
  StepTrace* steps = nullptr;  ///< of the running block; null where they are not recorded

 private:
  static void add_square(double& squares, std::uint64_t& of, std::uint64_t bytes) {
    const auto before = static_cast<double>(of), more = static_cast<double>(bytes);
    squares += more * (2 * before + more);
    of += bytes;
  }
  std::unique_ptr<WarpRequests> take_requests();

  std::vector<Lane> lanes_;
  std::array<std::unique_ptr<WarpRequests>, 32> of_warp_;  ///< null where there are none
  std::array<unsigned, 32> drawing_{};                     ///< lanes of each warp that let others run
  std::array<unsigned, 32> met_apart_{};  ///< lanes of each warp that have met without the others
  std::vector<std::unique_ptr<WarpRequests>> idle_;
  std::uint64_t shared_bytes_ = 0, busiest_in_shared_ = 0;  ///< of the running block
  unsigned warp_ = 0;                                       ///< that the running thread belongs to
};

}  // namespace cudasim::lens
