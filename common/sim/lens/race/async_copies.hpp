// Copies to shared memory that threads of a block have started and no thread has waited for. The simulator copies immediately.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/lens/race/shared_shadow.hpp"

namespace cudasim::lens {

struct AsyncCopy {
  struct Range {
    const char* begin;
    std::size_t bytes;
  };
  std::size_t offset;  ///< in the block's arena
  std::size_t bytes;
  Range source;
  const void* pc;
  const void* until;         ///< the barrier whose phase ends when the copy has; null: its thread's group
  std::uint32_t group;       ///< counted by its thread
  std::uint32_t number = 0;  ///< of the thread's copies
};

class AsyncCopies {
 public:
  void begin(std::size_t threads);
  void start(unsigned thread, AsyncCopy copy);
  void commit(unsigned thread) { ++of_thread_[thread].groups; }
  /// This phase of the barrier ends when the copies that the thread has started so far have ended.
  void arrive(unsigned thread, const void* barrier) {
    of_thread_[thread].arrivals.push_back({barrier, of_thread_[thread].started});
  }

  /// Calls ended(copy) for the thread's copies, except those of its newest groups.
  template <class Ended>
  void wait(unsigned thread, std::size_t newest, Ended ended) {
    const std::uint32_t groups = of_thread_[thread].groups;
    end_if(thread, [&](const AsyncCopy& each) {
      if (each.until != nullptr || each.group + newest >= groups) return false;
      ended(each);
      return true;
    });
  }
  /// The same for all copies that belong to this phase of the barrier.
  template <class Ended>
  void end_phase(const void* barrier, Ended ended) {
    for (unsigned thread = 0; count_ != 0 && thread < of_thread_.size(); ++thread) {
      const std::uint32_t arrived = take_arrival(of_thread_[thread], barrier);
      end_if(thread, [&](const AsyncCopy& each) {
        if (each.until != barrier && (each.until != nullptr || each.number >= arrived)) return false;
        ended(each);
        return true;
      });
    }
  }

  /// The copy that may still write there; null if there is none.
  const AsyncCopy* find(std::size_t offset, std::size_t bytes) const;
  /// The copy that may still read there.
  const AsyncCopy* find_source(const char* begin, std::size_t bytes) const;

 private:
  struct Arrival {
    const void* barrier;
    std::uint32_t copies;  ///< that the thread had started by then
  };
  struct OfThread {
    std::uint32_t groups = 0;  ///< committed
    std::uint32_t started = 0;
    std::vector<AsyncCopy> copies;
    std::vector<Arrival> arrivals;
  };

  /// How many of its copies the thread has arrived for at the barrier. Forgets that number.
  static std::uint32_t take_arrival(OfThread& thread, const void* barrier) {
    std::uint32_t most = 0;
    std::erase_if(thread.arrivals, [&](const Arrival& each) {
      if (each.barrier != barrier) return false;
      most = each.copies;
      return true;
    });
    return most;
  }

  template <class Ends>
  void end_if(unsigned thread, Ends ends) {
    count_ -= std::erase_if(of_thread_[thread].copies, [&](const AsyncCopy& each) {
      if (!ends(each)) return false;
      mark(each, false);
      return true;
    });
  }
  void mark(const AsyncCopy& copy, bool is_under_way);

  std::vector<OfThread> of_thread_;
  std::size_t count_ = 0;
  std::bitset<SharedShadow::arena_bytes / 4> under_way_;         ///< by word
  const char *first_source_ = nullptr, *sources_end_ = nullptr;  ///< of all copies since there were none
};

}  // namespace cudasim::lens
