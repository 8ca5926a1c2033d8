// What the host's calls put in order: work in streams, events, and the host's own waits. By the CUDA programming guide's rules
// for streams, the legacy default stream among them; which order the simulator ran the work in does not matter.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/runtime/observer.hpp"

namespace cudasim::lens {

/// For each stream, by number: how much of its work has ended.
using StreamClock = std::vector<std::uint32_t>;

/// A piece of work in its stream, and all that must have ended before it begins.
struct Moment {
  unsigned stream = 0;
  std::uint32_t number = 0;
  StreamClock behind;
};

/// Not thread-safe. If one host thread has waited for work, it counts as waited for by all of them.
class StreamOrder {
 public:
  Moment add_work(const StreamName& stream);
  /// A kernel. `overlaps`: its launch may overlap the kernel ahead, which `early`, the first part of it, does not come behind; what is
  /// behind may begin at once with that part if it says so.
  Moment add_kernel(const StreamName& stream, bool lets_others_begin_early, Moment* early);
  void record(cudaEvent_t event, const StreamName& stream);
  /// False if the event has never been recorded: nothing is waited for.
  bool wait(const StreamName& stream, cudaEvent_t event);
  bool host_waits(cudaEvent_t event);
  void host_waits(const StreamName& stream);
  void host_waits_for_all();
  /// Whether it has ended, on a device that takes its time: several queries of work that the host has not waited for find that it goes on.
  bool query(const StreamName& stream) { return query(behind(number_of(stream))); }
  bool query(cudaEvent_t event);
  void forget(cudaStream_t stream);
  void forget(cudaEvent_t event);

  /// Whether the host knows that it has ended.
  bool is_done(const Moment& work) const { return holds(host_, work); }
  /// The same of an event's recording; an event that was never recorded counts as ended.
  bool is_done(cudaEvent_t event) const;
  static bool comes_before(const Moment& first, const Moment& second) { return holds(second.behind, first); }

  /// Until `leave_stream`, host code runs as work of the stream (cudaLaunchHostFunc).
  void enter_stream(const StreamName& stream);
  void leave_stream();

 private:
  struct Stream {
    bool blocking = true;  ///< waits for the legacy default stream, and that one for it
    StreamClock clock;     ///< after the work added last
    /// If that is a kernel: what has ended by the time at which a launch that overlaps it may begin.
    std::optional<StreamClock> before_kernel = {};
  };

  static bool holds(const StreamClock& clock, const Moment& work) {
    return work.stream < clock.size() && clock[work.stream] >= work.number;
  }
  bool is_over(const StreamClock& clock) const;  ///< The host knows that all of it has ended.
  bool query(StreamClock clock);
  unsigned number_of(const StreamName& stream);
  /// After everything that work added now has to wait for.
  StreamClock behind(unsigned stream) const;

  std::map<cudaStream_t, unsigned> numbers_;
  std::vector<Stream> streams_ = {Stream{}};  ///< the legacy default stream is number 0
  std::map<cudaEvent_t, StreamClock> events_;
  StreamClock host_;
  std::map<StreamClock, unsigned> queries_;  ///< of work that is not over, and how many there were
  std::optional<StreamClock> host_outside_;  ///< while host code runs as work of a stream
};

}  // namespace cudasim::lens
