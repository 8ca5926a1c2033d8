// Waiting for what other threads do by atomic operations. That nobody will do it is certain where only the block can: in shared memory.
#include <string>

#include "cudasim/awaited.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

std::uint64_t value_of(const detail::Awaited& awaited) {
  return __atomic_load_n(awaited.word, __ATOMIC_ACQUIRE);
}

bool has_come(const detail::Awaited& awaited) {
  const std::uint64_t value = value_of(awaited);
  switch (awaited.kind) {
    case detail::Awaited::phase: return ((value & detail::phase_bit) != 0) != awaited.parity;
    case detail::Awaited::latch: return value == 0;
    case detail::Awaited::semaphore: return value != 0;
  }
  return true;
}

bool can_run(const Block& block, const DeviceThread& thread) {
  const Warp& warp = block.warps[thread.warp];
  if (thread.awaited != nullptr) return has_come(*thread.awaited);
  return ((warp.ready | warp.held) >> thread.lane & 1) != 0;
}

/// Whether all threads of the block wait for what only another one of them could do.
bool is_stuck(const Worker& worker) {
  const Block& block = *worker.block;
  const auto is_shared = [&](const void* object) {
    return object >= block.arena && object < block.arena + worker.shared_used;
  };
  for (const Warp& warp : block.warps)
    if (warp.open_meetings != 0) return false;
  for (const DeviceThread& thread : block.threads) {
    const bool lives = (block.warps[thread.warp].live >> thread.lane & 1) != 0;
    if (!lives) continue;
    if (can_run(block, thread) || (thread.awaited != nullptr && !is_shared(thread.awaited->word)))
      return false;
  }
  return true;
}

}  // namespace

std::string awaited_text(const detail::Awaited& awaited) {
  const std::uint64_t value = value_of(awaited);
  switch (awaited.kind) {
    case detail::Awaited::phase: {
      const std::uint64_t expected = value & detail::most_expected,
                          pending = (value & ~detail::phase_bit) / detail::pending_one;
      return ", where " + std::to_string(expected - pending) + " of " + std::to_string(expected) +
             (expected == 1 ? " has" : " have") + " arrived";
    }
    case detail::Awaited::latch: return ", which is still to be counted down by " + std::to_string(value);
    case detail::Awaited::semaphore: break;
  }
  return ", which nobody releases";
}

namespace detail {

void await(const Awaited& awaited) {
  static __thread unsigned calls;
  if (!in_kernel()) return;
  Worker& worker = *this_worker;
  DeviceThread& thread = *worker.thread;
  thread.awaited = &awaited;
  thread.site = awaited.site;
  thread.wait = Wait::block;
  worker.yield(true);
  if (++calls % 16 == 0 && is_stuck(worker)) {
    report_stuck(*worker.launch, *worker.block);
    worker.abandon();
  }
  thread.awaited = nullptr;
}

}  // namespace detail
}  // namespace cudasim
