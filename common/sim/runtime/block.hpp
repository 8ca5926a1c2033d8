// The state of a block in flight: which of its threads can run, and what the others wait for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cudasim/awaited.hpp"
#include "cudasim/site.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/types.hpp"
#include "cudasim/warp.hpp"
#include "sim/runtime/fibre.hpp"

namespace cudasim {

constexpr unsigned lanes_per_warp = 32;

enum class Wait : std::uint8_t { block, grid, warp, cluster };

/// The state of a thread in the current phase of its cluster's barrier.
enum class AtCluster : std::uint8_t { nothing, arrived, may_go };

struct Cluster;

struct NamedBarrier;

struct DeviceThread {
  Fibre* fibre;             ///< Its fibre; null before it begins.
  const void* called_from;  ///< Address in the program of the barrier or collective at which it waits.
  Site site;                ///< Source position at which it waits.
  uint3 index;
  Wait wait;  ///< Reason for waiting.
  std::uint8_t lane;
  std::uint8_t warp;  ///< index in Block::warps
  AtCluster at_cluster = AtCluster::nothing;
  const detail::Awaited* awaited = nullptr;  ///< The value that it polls.
  unsigned looks = 0;                        ///< Number of polls without success.
  const NamedBarrier* named = nullptr;       ///< The numbered barrier at which it waits.
};

/// Lanes of a warp that meet at one operation.
struct WarpMeeting {
  unsigned mask;     ///< Lanes that must come; 0 if that is open (see Warp::open_meetings).
  unsigned arrived;  ///< lanes that wait there
  int operation;     ///< a WarpOperation, or `warp_sync`
  Site site;
};

struct Warp {
  unsigned ready;          ///< lanes that can run
  unsigned live;           ///< lanes that have not ended
  unsigned held;           ///< Lanes that could run but yield until no other can.
  unsigned begun;          ///< Lanes whose threads may hold resources.
  unsigned meetings;       ///< number of meetings in progress
  unsigned open_meetings;  ///< Number of these that are held with the lanes present when no lane can run.
  DeviceThread* threads;   ///< of lane 0
  WarpMeeting meeting[lanes_per_warp];
  unsigned long long
      value[lanes_per_warp];  ///< The value that a lane brings to a meeting, then the one that it takes away.
  unsigned source[lanes_per_warp];  ///< lane that a shuffle reads
};

/// What the lane gets in a shuffle. From a lane that does not take part it is undefined: an H200 gives 0, and so do we. But where an observer
/// looks for the use of lanes outside the mask, these give what no lane would count on.
unsigned long long shuffled_value(const Warp& warp, const WarpMeeting& meeting, unsigned lane);

struct Barrier {
  unsigned arrived = 0;
  unsigned agreeing = 0;
  bool mixed = false;  ///< Threads have come to it from different places.
  bool quick = false;  ///< Only the barrier must know which threads reach the same place.
  Site site = {};      ///< of the first thread

  /// Whether a thread that comes from there can arrive in few steps.
  bool is_quick_at(const char* file, int line, int number) const {
    return quick && site.file == file && site.line == line && site.number == number;
  }
};

constexpr unsigned named_barriers = 16;
/// Includes barriers of tiles of several warps, which have the numbers after these.
constexpr unsigned all_numbered_barriers = named_barriers + 30;

enum class BarrierOrders : bool { nothing, memory };

/// The barrier of `bar.sync 1, 64`, or of a tile of several warps. A warp arrives as a whole and counts as 32 threads.
struct NamedBarrier {
  /// Lanes of a warp that have arrived, until all of them have.
  struct Coming {
    unsigned lanes = 0;
    unsigned count = 0;
    bool waits = false;
    bool mixed = false;  ///< They disagree: the warp never arrives as a whole.
    Site site = {};
  };

  unsigned number = 0;
  unsigned expected = 0;  ///< Threads; 0: the whole block.
  unsigned arrived = 0;
  unsigned waiting = 0;  ///< bit i: warps[i] waits for the others
  Site site = {};        ///< Of the last warp.
  BarrierOrders orders = BarrierOrders::memory;
  std::array<Coming, lanes_per_warp> coming = {};
};

struct Block {
  /// Allocates space for a block of this shape.
  void shape(dim3 dimensions);
  /// Chooses the order in which warps run: a permutation made from the seed, or their own order if it is 0. The lanes of a warp run from the
  /// first to the last, or from the last to the first; then each barrier may change the warp that begins.
  void order_warps(std::uint64_t seed, bool from_last_lane);
  /// Resets all threads.
  void reset(uint3 block_index);

  /// Takes the thread to run next: a lane of the same warp, else of the next warp. Null if none can run.
  DeviceThread* next() {
    const unsigned lanes = current->ready;
    return lanes != 0 ? &take(*current, first_of(lanes)) : next_of_another_warp();
  }
  /// The same, but only if that thread has begun and can run without more ado. Otherwise null, and nothing is taken.
  DeviceThread* next_begun() {
    Warp* warp = next_warp();
    if (warp == nullptr) return nullptr;
    const unsigned lane = first_of(warp->ready);
    return warp->threads[lane].fibre != nullptr ? &take(*warp, lane) : nullptr;
  }
  /// Prefetches the stack of the thread that `next` would take.
  void prefetch_next() {
    Warp* warp = next_warp();
    if (warp == nullptr) return;
    if (const Fibre* fibre = warp->threads[first_of(warp->ready)].fibre; fibre != nullptr) fibre->prefetch();
  }
  /// The same for a thread that could continue but lets others run first. Null if there is no other.
  DeviceThread* next_after(const DeviceThread& thread);

  /// Whether the thread has its turn before the other, in each round.
  bool comes_before(const DeviceThread& thread, const DeviceThread& other) const {
    if (thread.warp != other.warp) return thread.warp < other.warp;
    return last_lane_first ? thread.lane > other.lane : thread.lane < other.lane;
  }

  /// The thread with which the block continues: `next()`, or the one after the thread that let others run first.
  DeviceThread* resume();

  /// Marks lanes of a warp as able to run.
  void make_ready(Warp& warp, unsigned lanes) {
    warp.ready |= lanes;
    ready_warps |= 1u << (&warp - warps.data());
  }
  /// Marks all threads that have not ended as able to run, starting with the first warp.
  void make_all_ready();
  /// The running thread yields until no other can run.
  void hold(const DeviceThread& thread);
  void release_held();
  /// Marks a thread as ended and releases the threads that waited for it.
  void end(DeviceThread& thread) {
    Warp& warp = warps[thread.warp];
    warp.live &= ~(1u << thread.lane);
    --live;
    if (!ends_quietly(thread)) release_after(thread);
  }
  /// Whether no thread waits for this thread's end.
  bool ends_quietly(const DeviceThread& thread) const {
    return warps[thread.warp].meetings == 0 && barrier.arrived == 0 && named.empty() && cluster == nullptr;
  }
  /// Marks the thread as begun.
  void begin_on(DeviceThread& thread, Fibre& fibre) {
    thread.fibre = &fibre;
    warps[thread.warp].begun |= 1u << thread.lane;
  }
  /// How many threads after this one, which begins as the first of its warp's waiting lanes, have yet to begin and run in turn if none asks
  /// for anything: those of its warp and of the warps after it.
  unsigned fresh_after(const DeviceThread& thread) const;
  /// Marks the thread as ended, and those after it up to the `count`th, which runs.
  void end_run(const DeviceThread& first, unsigned count);

  std::vector<DeviceThread> threads;  ///< in the order of their linear index
  std::vector<Warp> warps;            ///< in the order in which they run
  unsigned ready_warps = 0;           ///< bit i: warps[i] has lanes that can run
  bool last_lane_first = false;       ///< The lanes of a warp run from the last to the first.
  Warp* current = nullptr;            ///< The warp whose lane was taken last.
  unsigned live = 0;                  ///< threads that have not ended
  unsigned held = 0;                  ///< threads that wait until no other can run
  unsigned at_grid = 0;               ///< threads that wait for the grid
  bool begun = false;                 ///< a thread has run
  unsigned idle_rounds = 0;           ///< How often all of its threads have only polled since it was resumed.
  const DeviceThread* yielded = nullptr;  ///< The thread that let other blocks run first.
  Barrier barrier;
  std::vector<NamedBarrier> named;  ///< Those at which threads have arrived.
  struct TileSlot {
    std::uint64_t given;
    unsigned tag;
  };
  TileSlot
      tile_slots[lanes_per_warp];   ///< By warp: the value that its thread gives to a tile of several warps.
  detail::BarrierVotes votes = {};  ///< result of the last barrier
  uint3 index = {};
  char* arena = nullptr;       ///< shared memory
  void* recorder = nullptr;    ///< Owned by the observer.
  Cluster* cluster = nullptr;  ///< The kernel that it is a block of.

 private:
  void forget_threads();
  static unsigned lowest(unsigned bits) { return static_cast<unsigned>(__builtin_ctz(bits)); }
  static unsigned highest(unsigned bits) { return 31u - static_cast<unsigned>(__builtin_clz(bits)); }
  /// Of the lanes, the one that runs first.
  unsigned first_of(unsigned lanes) const { return last_lane_first ? highest(lanes) : lowest(lanes); }
  unsigned number_of(const Warp& warp) const { return static_cast<unsigned>(&warp - warps.data()); }
  DeviceThread& take(Warp& warp, unsigned lane) {
    warp.ready &= ~(1u << lane);
    if (warp.ready == 0) ready_warps &= ~(1u << number_of(warp));
    current = &warp;
    return warp.threads[lane];
  }
  /// The warp of the thread that `next` would take; null if there is none, or if lanes of the current warp have to be released first.
  Warp* next_warp() {
    if (current->ready != 0) return current;
    if (current->open_meetings != 0 || ready_warps == 0) return nullptr;
    const unsigned later = ready_warps & ~0u << number_of(*current);
    return &warps[lowest(later != 0 ? later : ready_warps)];
  }
  DeviceThread* next_of_another_warp();
  /// The warp that begins after a barrier: where the lanes run from the last to the first not always the same, so that no warp can know the order.
  unsigned first_warp();
  void release_after(DeviceThread& ended);

  std::uint64_t order_seed_ = 0;
  std::uint64_t phase_ = 0;  ///< how often all threads were made ready
};

constexpr int warp_sync = -1;
constexpr int warp_converge = -2;

/// True if file and operation are the same. (barrier.cpp)
bool same_text(const Site& a, const Site& b);
/// True if both are the same call.
inline bool same_place(const Site& a, const Site& b) {
  if (a.line != b.line || a.number != b.number) return false;
  return (a.file == b.file && a.operation == b.operation) || same_text(a, b);
}
/// Completes the barrier if all threads have arrived. (barrier.cpp)
void try_release_barrier(Block& block);
/// Counts the warp if all of its lanes have arrived, and releases the threads that may continue. (named_barrier.cpp)
void try_named_barriers(Block& block, Warp& warp);
/// The running thread arrives at the barrier of this number. `how` has no lanes yet; `aligned`: the lanes of a warp arrive at one place.
void meet_at_barrier(unsigned number, const NamedBarrier::Coming& how, BarrierOrders orders,
                     const void* called_from, bool aligned = false);
/// The barrier, and the warps that have arrived.
std::string named_text(const Block& block, const NamedBarrier& barrier);
/// Holds the meetings of the warp for which all lanes have come. (warp.cpp)
void try_hold_meetings(Block& block, Warp& warp);
/// Holds the open meetings with the lanes that have come. (warp.cpp)
void hold_open_meetings(Block& block, Warp& warp);

}  // namespace cudasim
