// Waiting for atomic operations of other threads. Only in shared memory is it certain that they will never come: no other block can make them.
#include <string>

#include "cudasim/awaited.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

std::uint64_t value_of(const detail::Awaited& awaited) {
  return __atomic_load_n(awaited.word, __ATOMIC_ACQUIRE);
}

constexpr unsigned looks_in_vain = 64;  // a thread that polls less often may have other work

/// After so many polls without success, a thread does nothing else between two polls.
bool can_run(const Block& block, const DeviceThread& thread) {
  const Warp& warp = block.warps[thread.warp];
  if (thread.awaited != nullptr) return detail::has_come(*thread.awaited);
  return thread.looks < looks_in_vain && ((warp.ready | warp.held) >> thread.lane & 1) != 0;
}

/// Whether all threads of the block wait for something that only a thread of these blocks could do.
bool is_stuck(const Block& block, const Worker& worker, const Block* blocks, unsigned count) {
  const auto is_shared = [&](const void* object) {
    for (unsigned i = 0; i < count; ++i)
      if (object >= blocks[i].arena && object < blocks[i].arena + worker.shared_used) return true;
    return false;
  };
  for (const Warp& warp : block.warps)
    if (warp.open_meetings != 0) return false;
  for (const DeviceThread& thread : block.threads) {
    const bool lives = (block.warps[thread.warp].live >> thread.lane & 1) != 0;
    if (!lives) continue;
    if (can_run(block, thread)) return false;
    if (thread.awaited != nullptr && (!is_shared(thread.awaited->word) || thread.looks < looks_in_vain))
      return false;
  }
  return true;
}

bool is_stuck(const Worker& worker) {
  const Cluster* cluster = worker.block->cluster;
  if (cluster == nullptr) return is_stuck(*worker.block, worker, worker.block, 1);
  for (unsigned i = 0; i < cluster->size; ++i)
    if (!is_stuck(cluster->blocks[i], worker, cluster->blocks, cluster->size)) return false;
  return true;
}

}  // namespace

std::string awaited_text(const detail::Awaited& awaited) {
  const std::uint64_t value = value_of(awaited);
  switch (awaited.kind) {
    case detail::Awaited::phase: {
      const std::uint64_t expected = value & detail::most_expected;
      const std::int64_t bytes = detail::bytes_of(value);
      return ", where " + std::to_string(expected - detail::pending_of(value)) + " of " +
             std::to_string(expected) + (expected == 1 ? " has" : " have") + " arrived" +
             (bytes > 0   ? " and " + std::to_string(bytes) + " bytes are still to be copied"
              : bytes < 0 ? " and " + std::to_string(-bytes) + " bytes more than expected were copied"
                          : "");
    }
    case detail::Awaited::latch: return ", which is still to be counted down by " + std::to_string(value);
    case detail::Awaited::semaphore: break;
  }
  return ", which no thread releases";
}

namespace detail {

bool has_come(const Awaited& awaited) {
  const std::uint64_t value = value_of(awaited);
  switch (awaited.kind) {
    case Awaited::phase: return ((value & phase_bit) != 0) != awaited.parity;
    case Awaited::latch: return value == 0;
    case Awaited::semaphore: return value != 0;
  }
  return true;
}

void await(const Awaited& awaited) {
  static __thread unsigned calls;
  if (!in_kernel()) return;
  Worker& worker = *this_worker;
  DeviceThread& thread = worker.running();
  thread.awaited = &awaited;
  thread.site = awaited.site;
  thread.wait = Wait::block;
  ++thread.looks;
  worker.yield(true);
  if (has_come(awaited)) thread.looks = 0;
  if (++calls % 16 == 0 && is_stuck(worker)) {
    report_stuck(*worker.launch, *worker.block);
    worker.abandon();
  }
  thread.awaited = nullptr;
}

}  // namespace detail
}  // namespace cudasim
