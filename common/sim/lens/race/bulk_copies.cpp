#include "sim/lens/race/bulk_copies.hpp"

#include <algorithm>
#include <utility>

#include "sim/lens/race/races.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

constexpr unsigned most_lanes = 1024;

/// Calls function(block) for all watched blocks that the block's threads can reach.
template <class Function>
void in_cluster(WatchingWorker& worker, WatchedBlock& block, Function function) {
  const Cluster* cluster = block.block->cluster;
  if (cluster == nullptr) return function(block);
  for (unsigned i = 0; i < cluster->size; ++i)
    if (WatchedBlock* each = worker.find(cluster->blocks[i])) function(*each);
}

void add_in_flight(const WatchingWorker& worker, const WatchedBlock& copier, const BulkCopies::Lane& lane,
                   const WatchedBlock& owner) {
  const std::string* kernel = watched_launch().kernel;
  const BulkCopies::Latest& copy = lane.latest;
  if (is_repeated(HazardKind::not_waited_for, kernel, copy.pc, nullptr)) return;
  Finding finding{};
  finding.kind = HazardKind::not_waited_for;
  finding.kernel = *kernel;
  finding.first = place_of(copier, lane.thread, copy.pc, copy.kind);
  finding.memory =
      shared_memory(worker.layout, static_cast<std::size_t>(copy.address - owner.block->arena), copy.bytes);
  finding.of_bulk = true;
  finding.owner_has_ended = true;
  add_finding(std::move(finding));
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
  lanes_.push_back({until, thread});
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
  lanes_[lane].waited = groups[groups.size() - 1 - newest];
  order_.release_until(lane, lanes_[lane].waited, address);
  return address;
}

std::span<const BulkCopies::Lane> BulkCopies::lanes() const {
  return std::span(lanes_).first(std::min<std::size_t>(lanes_.size(), most_lanes - 1));
}

void Checker::bulk_committed() {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  if (WatchedBlock* block = worker.current()) block->bulk.commit(block->running_thread());
}

void Checker::bulk_waited(std::size_t newest) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block == nullptr) return;
  const unsigned thread = block->running_thread();
  Access access{};
  access.address = block->bulk.wait(thread, newest, reinterpret_cast<const char*>(this_worker->thread));
  access.acquires = true;
  if (access.address != nullptr) block->order.acquire(thread, access);
}

void check_bulk_at_end(WatchingWorker& worker, WatchedBlock& block) {
  in_cluster(worker, block, [&](WatchedBlock& copier) {
    const std::span<const BulkCopies::Lane> lanes = copier.bulk.lanes();
    for (unsigned i = 0; i < lanes.size(); ++i) {
      const BulkCopies::Lane& lane = lanes[i];
      const std::uint32_t clock = lane.latest.clock;
      if (clock <= lane.waited || worker.owner_of(block, lane.latest.address) != &block) continue;
      if (lane.until == nullptr || !block.order.any_knows_of(copier.bulk.order(), i, clock))
        add_in_flight(worker, copier, lane, block);
    }
  });
}

void end_bulk_phase(WatchingWorker& worker, WatchedBlock& block, const void* barrier) {
  in_cluster(worker, block, [&](WatchedBlock& each) { each.bulk.end_phase(barrier); });
}

}  // namespace cudasim::lens
