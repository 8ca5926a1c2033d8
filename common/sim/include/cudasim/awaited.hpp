// What a thread waits for beside the simulator's own operations: a barrier's phase, a latch, a semaphore. The runtime knows it, so that it can tell
// when it never comes.
#pragma once

#include <cstdint>

#include "cudasim/site.hpp"

namespace cudasim {
namespace detail {

// A barrier's word, from the lowest bit: how many are expected in each phase, how many are still to come in this one, its parity.
constexpr std::uint64_t pending_one = std::uint64_t{1} << 31;
constexpr std::uint64_t most_expected = pending_one - 1;
constexpr std::uint64_t phase_bit = std::uint64_t{1} << 63;

struct Awaited {
  enum Kind { phase, latch, semaphore };

  const std::uint64_t* word;
  Kind kind;
  bool parity;  ///< of the phase that has to end
  Site site;
};

/// Lets other threads run; called until it has come. If no thread of the block can bring it about, the kernel has failed.
void await(const Awaited& awaited);

}  // namespace detail
}  // namespace cudasim
