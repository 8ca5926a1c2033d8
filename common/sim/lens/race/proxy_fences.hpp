// Fences between threads' accesses to shared memory and bulk copies (the async proxy): fence.proxy.async and fence.mbarrier_init.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/lens/race/shadow.hpp"

namespace cudasim::lens {

struct Access;
struct WatchedBlock;
class WatchingWorker;

/// Of one kind, by thread.
class ProxyFences {
 public:
  void begin() { of_thread_.clear(); }
  void fence(unsigned thread, std::uint32_t clock, std::uint32_t barrier_clock);
  /// The clock of the thread's first fence after its access at the given clock; 0 if there is none.
  std::uint32_t first_behind(unsigned thread, std::uint32_t clock) const;
  /// Whether the thread has fenced since that barrier.
  bool since(unsigned thread, std::uint32_t barrier_clock) const;

 private:
  struct OfThread {
    std::vector<std::uint32_t> clocks;
    std::uint32_t barrier_clock;  ///< at the last of them
  };
  std::unordered_map<unsigned, OfThread> of_thread_;
};

/// Whether a bulk copy, `entry`, reads data that a thread has written before it, `old`, with no fence in between.
bool lacks_proxy_fence(WatchingWorker& worker, WatchedBlock& block, const Entry& old, const Entry& entry,
                       const char* word, const Access& access);

}  // namespace cudasim::lens
