#include "sim/lens/bulk_copies.hpp"

#include <algorithm>

#include "sim/lens/races.hpp"
#include "sim/lens/watched_block.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

constexpr unsigned most_lanes = 1024;

unsigned running_thread(const WatchedBlock& block) {
  return static_cast<unsigned>(this_worker->thread - block.block->threads.data());
}

/// Calls function(block) for all watched blocks that the block's threads can reach.
template <class Function>
void in_cluster(WatchingWorker& worker, WatchedBlock& block, Function function) {
  const Cluster* cluster = block.block->cluster;
  if (cluster == nullptr) return function(block);
  for (unsigned i = 0; i < cluster->size; ++i)
    if (WatchedBlock* each = worker.find(cluster->blocks[i])) function(*each);
}

}  // namespace

void BulkCopies::begin(unsigned block_number) {
  number_ = block_number | copies_of_block;
  has_begun_ = false;
  lanes_.clear();
}

unsigned BulkCopies::lane_of(const void* until, unsigned thread) {
  if (!has_begun_) order_.begin(number_, most_lanes);
  has_begun_ = true;
  for (unsigned i = 0; i < lanes_.size(); ++i) {
    if (lanes_[i].until != until || (until == nullptr && lanes_[i].thread != thread)) continue;
    lanes_[i].thread = thread;
    return i;
  }
  if (lanes_.size() == most_lanes) return most_lanes - 1;
  lanes_.push_back({until, thread, {}});
  return static_cast<unsigned>(lanes_.size()) - 1;
}

void BulkCopies::end_phase(const void* barrier) {
  for (unsigned i = 0; i < lanes_.size(); ++i)
    if (lanes_[i].until == barrier) {
      order_.release_until(i, order_.clock(i), static_cast<const char*>(barrier));
      order_.next_clock(i);
    }
}

void BulkCopies::commit(unsigned thread) {
  const unsigned lane = lane_of(nullptr, thread);
  lanes_[lane].groups.push_back(order_.clock(lane));
  order_.next_clock(lane);
}

const char* BulkCopies::wait(unsigned thread, std::size_t newest, const char* address) {
  const unsigned lane = lane_of(nullptr, thread);
  const auto& groups = lanes_[lane].groups;
  if (groups.size() <= newest) return nullptr;
  order_.release_until(lane, groups[groups.size() - 1 - newest], address);
  return address;
}

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

void Checker::bulk_committed() {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  if (WatchedBlock* block = worker.current()) block->bulk.commit(running_thread(*block));
}

void Checker::bulk_waited(std::size_t newest) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block == nullptr) return;
  const unsigned thread = running_thread(*block);
  Access access{};
  access.address = block->bulk.wait(thread, newest, reinterpret_cast<const char*>(this_worker->thread));
  access.acquires = true;
  if (access.address != nullptr) block->order.acquire(thread, access);
}

void Checker::proxy_fenced() {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block == nullptr) return;
  const unsigned thread = running_thread(*block);
  block->proxy_fences.fence(thread, block->order.clock(thread), block->order.barrier_clock());
  block->order.next_clock(thread);
}

void end_bulk_phase(WatchingWorker& worker, WatchedBlock& block, const void* barrier) {
  in_cluster(worker, block, [&](WatchedBlock& each) { each.bulk.end_phase(barrier); });
}

}  // namespace cudasim::lens
