// Work in streams that the host has not waited for yet, and what it touches: compared with work of other streams and with the
// host's own accesses.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "sim/lens/count/spaces.hpp"
#include "sim/lens/report/findings.hpp"
#include "sim/lens/stream/footprint.hpp"
#include "sim/lens/stream/stream_order.hpp"

namespace cudasim::lens {

struct WatchedLaunch;

/// Where the host's memory lies that copies use which the host has not waited for: empty where there are none.
extern std::atomic<std::uintptr_t> host_memory_begin, host_memory_bytes;

/// Whether host memory there may belong to a copy that the host has not waited for.
inline bool is_host_memory_in_flight(std::uintptr_t address) {
  return address - host_memory_begin.load(std::memory_order_relaxed) <
         host_memory_bytes.load(std::memory_order_relaxed);
}

/// Records the host's calls, in order. Every function may be called by several OS threads.
class StreamWork {
 public:
  static StreamWork& instance();

  void host_memory_is_shared() { wants_footprint_ = true; }
  void launch_begins(const StreamName& stream);
  /// A watched thread's access to global memory. `early`: the kernel ahead need not have ended.
  void note(const Access& access, bool early) {
    if (wants_footprint_.load(std::memory_order_relaxed))
      (early ? early_footprint_ : footprint_).note(access);
  }
  void launch_ends(const StreamName& stream, const WatchedLaunch& launch);

  /// A function is about to be called, ahead of which its caller may have launched a kernel in the default stream that writes these arrays. All that
  /// the function does comes after that kernel, except what a launch does early.
  void caller_launches(std::vector<Touched> arrays);

  /// The copy or fill that the calling OS thread asks for; its ranges come before it ends.
  void call_begins(const StreamCall& call);
  void call_touches(const void* begin, std::size_t bytes, bool writes);
  void call_copies(const void* to, const void* from, std::size_t bytes);
  void call_ends();
  /// Work that allocates the memory, or frees it: what else uses it must be ordered with that.
  void memory_comes_or_goes(const StreamCall& call, const void* begin, std::size_t bytes, const char* does);
  void freed(const void* begin, std::size_t bytes);

  void event_recorded(cudaEvent_t event, const StreamName& stream);
  void stream_waits(const StreamName& stream, cudaEvent_t event, const void* caller);
  void host_waits(const StreamName& stream);
  void host_waits(cudaEvent_t event, const void* caller);
  void host_waits_for_all();
  /// The answer of a device that takes its time: StreamOrder::query.
  bool query(const StreamName& stream);
  bool query(cudaEvent_t event);
  void event_timed(cudaEvent_t event, const void* caller);
  void enter_stream(const StreamName& stream);
  void leave_stream();
  void forget(cudaStream_t stream);
  void forget(cudaEvent_t event);

  /// Instrumented host code touches memory that the device may touch too.
  void host_accesses(const Access& access);
  /// A function returns to a caller that knows the default stream only: reports other work in flight, which that stream does not wait for.
  void host_returns();
  /// Called once, at the end: reports waits that had no effect.
  void finish();

 private:
  struct Work {
    Moment moment;
    cudaGraphExec_t graph = nullptr;      ///< that it is a node of, one that has branches
    const std::string* kernel = nullptr;  ///< null: a copy, a fill or what `does` says
    const char* does = nullptr;           ///< " allocates", " frees"
    bool is_early = false;                ///< accesses of a kernel that need not follow the preceding one
    bool is_of_caller = false;            ///< see caller_launches
    Range host_memory;                    ///< of the host's side, page-locked
    TouchedRanges touched;
  };

  void add_launch(Work work, Footprint& footprint);
  void add(Work work);
  void compare_with_others(const Work& work);
  void forget_done();
  void find_host_memory();  ///< where all of it lies that is in flight
  void note_wait(const void* caller, bool was_recorded);

  std::mutex mutex_;
  std::atomic<bool> wants_footprint_{
      false};  ///< otherwise no conflict is possible: one stream, no memory shared with the host
  Footprint footprint_, early_footprint_;
  StreamOrder order_;
  std::deque<Work> in_flight_;
  bool one_stream_ = true;            ///< all work in flight belongs to one stream and is therefore ordered
  std::set<const void*> vain_waits_;  ///< callers that waited for an event before it was recorded
};

}  // namespace cudasim::lens
