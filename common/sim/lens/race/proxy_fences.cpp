#include "sim/lens/race/proxy_fences.hpp"

#include <algorithm>

#include "sim/lens/race/races.hpp"

namespace cudasim::lens {
namespace {

/// Whether the thread that made the access `old` has fenced after it, and the running thread's access is certain to follow that fence.
bool has_fenced(WatchingWorker& worker, WatchedBlock& block, ProxyFences WatchedBlock::*fences,
                const Entry& old, const Entry& entry, const char* word) {
  const WatchedBlock* of = block_of(worker, block, old);
  if (of == nullptr) return true;
  const std::uint32_t fence =
      (of->*fences).first_behind(static_cast<unsigned>(old.thread), of->order.whole_clock(old));
  Entry fenced = old;
  fenced.clock = fence & ((1u << clock_bits) - 1);
  return fence != 0 && is_before_in_shared(worker, block, fenced, entry, word, true, false);
}

/// A fence of the thread that starts the copy serves for what others have written, too.
bool fences_itself(const WatchedBlock& block, unsigned thread) {
  return block.proxy_fences.since(thread, block.order.barrier_clock());
}

}  // namespace

void ProxyFences::fence(unsigned thread, std::uint32_t clock, std::uint32_t barrier_clock) {
  constexpr std::size_t kept = 64;
  OfThread& own = of_thread_[thread];
  own.clocks.push_back(clock);
  own.barrier_clock = barrier_clock;
  if (own.clocks.size() > kept) own.clocks.erase(own.clocks.begin());
}

std::uint32_t ProxyFences::first_behind(unsigned thread, std::uint32_t clock) const {
  const auto own = of_thread_.find(thread);
  if (own == of_thread_.end()) return 0;
  const auto found = std::lower_bound(own->second.clocks.begin(), own->second.clocks.end(), clock);
  return found == own->second.clocks.end() ? 0 : *found;
}

bool ProxyFences::since(unsigned thread, std::uint32_t barrier_clock) const {
  const auto own = of_thread_.find(thread);
  return own != of_thread_.end() && own->second.barrier_clock == barrier_clock;
}

bool lacks_proxy_fence(WatchingWorker& worker, WatchedBlock& block, const Entry& old, const Entry& entry,
                       const char* word, const Access& access) {
  if (access.bulk == nullptr || access.kind != AccessKind::read || is_bulk(old)) return false;
  const AccessSite& wrote = site(old.site);
  if (wrote.kind == AccessKind::read || wrote.only_loads) return false;
  return !fences_itself(block, static_cast<unsigned>(entry.thread)) &&
         !has_fenced(worker, block, &WatchedBlock::proxy_fences, old, entry, word);
}

// The mbarrier's word was written plainly when it was initialised; arrivals and phases are atomic operations.
void Checker::bulk_begins(const std::uint64_t* until, const void* pc) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block == nullptr) return;
  const auto* word = reinterpret_cast<const char*>(until);
  WatchedBlock* owner = worker.owner_of(*block, word);
  const unsigned thread = block->running_thread();
  if (owner == nullptr || fences_itself(*block, thread)) return;
  const Access access{word, sizeof *until, AccessKind::atomic, pc};
  const Entry own = make_entry(*block, thread, access, rank_of(*block) << 1);
  for (const Entry& old : owner->shared.cell(static_cast<std::size_t>(word - owner->block->arena)).entry) {
    const AccessSite& wrote = site(old.site);
    if (old.bytes == 0 || is_bulk(old) || wrote.kind != AccessKind::write || wrote.is_volatile) continue;
    if (is_before_in_shared(worker, *block, old, own, word, true, false) &&
        !has_fenced(worker, *block, &WatchedBlock::init_fences, old, own, word))
      report_clash(worker, *block, {old, own, true, word, access.bytes, owner},
                   HazardKind::missing_proxy_fence);
  }
}

void Checker::proxy_fenced(bool mbarriers_only) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block == nullptr) return;
  const unsigned thread = block->running_thread();
  const std::uint32_t clock = block->order.clock(thread), barrier_clock = block->order.barrier_clock();
  block->init_fences.fence(thread, clock, barrier_clock);
  if (!mbarriers_only) block->proxy_fences.fence(thread, clock, barrier_clock);
  block->order.next_clock(thread);
}

}  // namespace cudasim::lens
