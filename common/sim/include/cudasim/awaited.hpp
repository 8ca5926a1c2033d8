// What a thread waits for beside the simulator's own operations: a barrier's phase, a latch, a semaphore. The runtime knows it, so that it can tell
// when it never comes.
#pragma once

#include <cstdint>

#include "cudasim/site.hpp"

namespace cudasim {
namespace detail {

// A barrier's word, from the lowest bit: how many are expected in each phase, how many are still to come in this one, how many bytes are still
// to be copied (above a number that means none, as there may be fewer than none for a while), its parity.
constexpr std::uint64_t pending_one = std::uint64_t{1} << 20;
constexpr std::uint64_t most_expected = pending_one - 1;
constexpr std::uint64_t byte_one = std::uint64_t{1} << 40;
constexpr std::uint64_t no_bytes = byte_one << 21;
constexpr std::uint64_t phase_bit = std::uint64_t{1} << 63;

constexpr std::uint64_t pending_of(std::uint64_t word) { return word / pending_one & most_expected; }
constexpr std::int64_t bytes_of(std::uint64_t word) {
  return (static_cast<std::int64_t>(word & ~phase_bit) - static_cast<std::int64_t>(no_bytes)) >> 40;
}
/// The word as a phase begins.
constexpr std::uint64_t full_phase(std::uint64_t expected) {
  return expected | expected * pending_one | no_bytes;
}
/// Whether nothing is left to come in this phase.
constexpr bool is_phase_over(std::uint64_t word) { return (word & ~phase_bit & ~most_expected) == no_bytes; }

struct Awaited {
  enum Kind { phase, latch, semaphore };

  const std::uint64_t* word;
  Kind kind;
  bool parity;  ///< of the phase that has to end
  Site site;
};

/// Whether it has come, by a look that is no access of the program's.
bool has_come(const Awaited& awaited);
/// Lets other threads run; called until it has come. If no thread of the block can bring it about, the kernel has failed.
void await(const Awaited& awaited);

}  // namespace detail
}  // namespace cudasim
