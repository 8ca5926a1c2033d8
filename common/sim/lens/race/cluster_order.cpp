#include "sim/lens/race/cluster_order.hpp"

#include <algorithm>
#include <utility>

#include "sim/lens/race/races.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/report/wording.hpp"
#include "sim/runtime/block_cluster.hpp"

namespace cudasim::lens {
namespace {

bool is_before(WatchedBlock& other, const Entry& entry, const WatchedBlock& block, unsigned thread,
               const char* word) {
  return is_before_by_cluster(other, entry, block, thread) ||
         block.order.knows_of(other.order, entry, thread, word);
}

void add_absent(const WatchingWorker& worker, const WatchedBlock& visitor, unsigned thread, const void* pc,
                AccessKind access, const Block& owner, const char* address, unsigned bytes, bool has_ended) {
  const std::string* kernel = watched_launch().kernel;
  if (is_repeated(HazardKind::absent_block, kernel, pc, nullptr)) return;
  Finding finding{};
  finding.kind = HazardKind::absent_block;
  finding.kernel = *kernel;
  finding.first = place_of(visitor, thread, pc, access);
  finding.memory = shared_memory(worker.layout, static_cast<std::size_t>(address - owner.arena), 4);
  finding.memory.bytes = bytes;
  finding.detail = to_text(to_index(owner.index));
  finding.owner_has_ended = has_ended;
  add_finding(std::move(finding));
}

}  // namespace

void ClusterClocks::begin(std::size_t threads) {
  for (auto& each : arrived_) each.assign(threads, 0);
  passed_.assign(threads, 0);
}

void ClusterClocks::barrier() {
  std::fill(passed_.begin(), passed_.end(), *std::max_element(passed_.begin(), passed_.end()));
}

unsigned rank_of(const WatchedBlock& block) {
  return block.block->cluster == nullptr ? 0 : block.block->cluster->rank(*block.block);
}

WatchedBlock* block_of(WatchingWorker& worker, WatchedBlock& block, const Entry& entry) {
  const Cluster* cluster = block.block->cluster;
  return cluster == nullptr ? &block : worker.find(cluster->blocks[rank_of(entry)]);
}

WatchedBlock* block_in_cluster(WatchingWorker& worker, WatchedBlock& block, unsigned number) {
  const Cluster* cluster = block.block->cluster;
  for (unsigned i = 0; cluster != nullptr && i < cluster->size; ++i) {
    WatchedBlock* found = worker.find(cluster->blocks[i]);
    if (found != nullptr && (found->order.number() & ((1u << number_bits) - 1)) == number) return found;
  }
  return nullptr;
}

bool is_before_by_cluster(const WatchedBlock& other, const Entry& entry, const WatchedBlock& block,
                          unsigned thread) {
  if (block.block->cluster == nullptr) return false;
  return other.cluster.is_before(static_cast<unsigned>(entry.thread), other.order.whole_clock(entry),
                                 block.cluster.passed(thread));
}

void check_visit(WatchingWorker& worker, WatchedBlock& block, unsigned thread, const Access& access,
                 WatchedBlock* owner) {
  const Block& of = *block.block->cluster->owner_of(access.address);
  const bool has_begun = owner != nullptr && block.cluster.passed(thread) != 0;
  if (!has_begun || of.live == 0)
    add_absent(worker, block, thread, access.pc, access.kind, of, access.address, access.bytes, has_begun);
  if (owner == nullptr) return;
  Visit& visit = owner->visits[rank_of(block) << 10 | thread];
  visit.entry = make_entry(block, thread, access, 0);
  visit.address = access.address;
  visit.bytes = access.bytes;
}

void check_visits_at_end(WatchingWorker& worker, WatchedBlock& block) {
  for (auto& [who, visit] : block.visits) {
    WatchedBlock* visitor = worker.find(block.block->cluster->blocks[who >> 10]);
    bool is_over = false;
    for (unsigned thread = 0; thread < block.block->threads.size() && !is_over; ++thread)
      is_over = is_before(*visitor, visit.entry, block, thread, visit.address);
    const AccessSite& where = site(visit.entry.site);
    if (!is_over)
      add_absent(worker, *visitor, who & 1023, where.pc, where.kind, *block.block, visit.address, visit.bytes,
                 true);
  }
  block.visits.clear();
}

void Checker::cluster_arrived(const Block& block, const DeviceThread& thread) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* watched = worker.find(block);
  if (watched == nullptr) return;
  const auto number = static_cast<unsigned>(&thread - block.threads.data());
  if (block.cluster == nullptr) return watched->order.arrive_at_cluster(number);
  watched->cluster.arrive(number, block.cluster->phase, watched->order.next_clock(number));
}

void Checker::cluster_passed(const Block& block, const DeviceThread& thread) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* watched = worker.find(block);
  if (watched == nullptr) return;
  const auto number = static_cast<unsigned>(&thread - block.threads.data());
  if (block.cluster == nullptr) return watched->order.wait_at_cluster(number);
  watched->cluster.pass(number, block.cluster->phase);
}

// What threads did that have ended comes before it, too.
void Checker::cluster_barrier(const Cluster& cluster) {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  for (unsigned i = 0; i < cluster.size; ++i) {
    const Block& block = cluster.blocks[i];
    WatchedBlock* watched = worker.find(block);
    if (watched == nullptr) continue;
    for (const DeviceThread& thread : block.threads) {
      const auto number = static_cast<unsigned>(&thread - block.threads.data());
      const bool lives = (block.warps[thread.warp].live >> thread.lane & 1) != 0;
      if (!lives) watched->cluster.arrive(number, cluster.phase, watched->order.clock(number) + 1);
    }
  }
}

}  // namespace cudasim::lens
