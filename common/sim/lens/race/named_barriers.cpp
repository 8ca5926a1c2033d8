// What the barriers with numbers of inline PTX order, and those of tiles of several warps.
#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/races.hpp"
#include "sim/lens/race/stranded.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/runtime/divergence.hpp"

namespace cudasim::lens {
namespace {

/// The thread of the lowest of the lanes.
unsigned thread_number(const Block& block, const Warp& warp, unsigned lanes) {
  return static_cast<unsigned>(warp.threads - block.threads.data()) +
         static_cast<unsigned>(__builtin_ctz(lanes));
}

Access by_barrier(const NamedBarrier& barrier) {
  Access access{reinterpret_cast<const char*>(&barrier), 1, AccessKind::atomic, nullptr};
  access.releases = access.acquires = true;
  access.scope = Scope::block;
  return access;
}

}  // namespace

// Who arrives hands on what it has done, as by an atomic operation of block scope; who has waited takes it over.
void Checker::named_barrier_arrived(const Block& block, const Warp& warp, const NamedBarrier& barrier) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* watched = worker.find(block);
  if (watched == nullptr) return;
  if (!ended_threads(block, &warp).empty()) add_early_exit(block, barrier.site, &warp);
  if (barrier.number < named_barriers)
    watched->named[thread_number(block, warp, 1) / lanes_per_warp] = barrier.number;  // races know threads
  for (unsigned lanes = warp.live; lanes != 0; lanes &= lanes - 1)
    watched->order.release(thread_number(block, warp, lanes), by_barrier(barrier));
}

void Checker::named_barrier_complete(const Block& block, const NamedBarrier& barrier) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* watched = worker.find(block);
  if (watched == nullptr) return;
  for (const Warp& warp : block.warps)
    for (unsigned lanes = barrier.waiting >> (&warp - block.warps.data()) & 1 ? warp.live : 0; lanes != 0;
         lanes &= lanes - 1)
      watched->order.acquire(thread_number(block, warp, lanes), by_barrier(barrier));
}

}  // namespace cudasim::lens
