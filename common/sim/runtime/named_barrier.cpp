// The numbered barriers of a block, which inline PTX uses. As on a device, a warp arrives as a whole and counts as 32 threads, even if
// some of its lanes have ended. If a warp arrives in parts, no thread continues, and divergence.cpp reports which threads wait where.
#include <algorithm>

#include "sim/runtime/block.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

NamedBarrier& barrier_of(Block& block, unsigned number) {
  const auto known = std::find_if(block.named.begin(), block.named.end(),
                                  [&](const NamedBarrier& each) { return each.number == number; });
  if (known != block.named.end()) return *known;
  block.named.reserve(all_numbered_barriers);  // threads point to them
  block.named.emplace_back().number = number;
  return block.named.back();
}

unsigned needed(const Block& block, const NamedBarrier& barrier) {
  if (barrier.expected != 0) return barrier.expected;
  unsigned warps = 0;
  for (const Warp& warp : block.warps) warps += warp.live != 0;
  return warps * lanes_per_warp;
}

void release_if_complete(Block& block, NamedBarrier& barrier) {
  if (barrier.arrived == 0 || barrier.arrived < needed(block, barrier)) return;
  if (block_observer != nullptr) block_observer->named_barrier_complete(block, barrier);
  for (unsigned i = 0; i < block.warps.size(); ++i)
    if ((barrier.waiting >> i & 1) != 0) block.make_ready(block.warps[i], block.warps[i].live);
  barrier.arrived = barrier.waiting = 0;
}

void count_warp(Block& block, NamedBarrier& barrier, unsigned number) {
  Warp& warp = block.warps[number];
  NamedBarrier::Coming& coming = barrier.coming[number];
  if (barrier.arrived != 0 && barrier.expected != coming.count)
    this_worker->launch->fail_thread(
        cudaErrorLaunchFailure,
        "%s at %s:%d: others have come to barrier %u as one of %u threads, this warp as one of %u",
        coming.site.operation, coming.site.file, coming.site.line, barrier.number, barrier.expected,
        coming.count);
  barrier.expected = coming.count;
  barrier.site = coming.site;
  barrier.arrived += lanes_per_warp;
  if (block_observer != nullptr && barrier.orders == BarrierOrders::memory)
    block_observer->named_barrier_arrived(block, warp, barrier);
  else if (block_observer != nullptr)
    block_observer->meeting_complete(block, warp, warp.live, warp_converge);
  if (coming.waits)
    barrier.waiting |= 1u << number;
  else
    block.make_ready(warp, warp.live);
  coming = {};
  release_if_complete(block, barrier);
}

const char* complaint(unsigned number, unsigned count, bool waits) {
  if (number >= named_barriers) return "a block has barriers 0 to 15";
  if (count % lanes_per_warp != 0) return "the threads of a barrier are whole warps, a multiple of 32";
  if (count == 0 && !waits) return "who only arrives must say how many threads the barrier has";
  return nullptr;
}

}  // namespace

void try_named_barriers(Block& block, Warp& warp) {
  const auto number = static_cast<unsigned>(&warp - block.warps.data());
  for (NamedBarrier& barrier : block.named) {
    const NamedBarrier::Coming& coming = barrier.coming[number];
    if (coming.lanes != 0 && coming.lanes == warp.live && !coming.mixed) count_warp(block, barrier, number);
    release_if_complete(block, barrier);
  }
}

std::string named_text(const Block& block, const NamedBarrier& barrier) {
  const bool of_tile = barrier.number >= named_barriers;
  std::string text =
      (of_tile ? ", a tile of cooperative groups" : ", barrier " + std::to_string(barrier.number)) +
      ", where " + std::to_string(barrier.arrived) + " of " + std::to_string(needed(block, barrier)) +
      " threads have arrived";
  for (unsigned i = 0; i < block.warps.size(); ++i)
    if (barrier.coming[i].lanes != 0 && barrier.coming[i].mixed)
      return text + ", and lanes of one warp come in different ways";
    else if (barrier.coming[i].lanes != 0)
      return text + ", and a warp only in part";
  return text;
}

void meet_at_barrier(unsigned number, const NamedBarrier::Coming& how, BarrierOrders orders,
                     const void* called_from, bool aligned) {
  Worker& worker = *this_worker;
  Block& block = *worker.block;
  DeviceThread& thread = worker.suspending(Wait::block, how.site);
  NamedBarrier& barrier = barrier_of(block, number);
  NamedBarrier::Coming& coming = barrier.coming[thread.warp];
  if (coming.lanes == 0)
    coming = how;
  else if (coming.count != how.count || coming.waits != how.waits ||
           (aligned && !same_place(coming.site, how.site)))
    coming.mixed = true;
  barrier.orders = orders;
  coming.lanes |= 1u << thread.lane;
  thread.named = &barrier;
  thread.called_from = called_from;
  if (coming.lanes == block.warps[thread.warp].live && !coming.mixed) count_warp(block, barrier, thread.warp);
  worker.run_next(thread);
  thread.named = nullptr;
}

void detail::named_barrier(unsigned number, unsigned count, bool waits, bool aligned, const Site& site) {
  if (is_taken_out(site)) return;
  if (const char* why = complaint(number, count, waits))
    this_worker->launch->fail_thread(cudaErrorLaunchFailure, "%s %u, %u at %s:%d: %s", site.operation, number,
                                     count, site.file, site.line, why);
  meet_at_barrier(number, {0, count, waits, false, site}, BarrierOrders::memory, __builtin_return_address(0),
                  aligned);
}

}  // namespace cudasim
