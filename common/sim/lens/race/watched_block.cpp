#include "sim/lens/race/watched_block.hpp"

#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {

WatchingWorker& WatchingWorker::of_this_thread() {
  thread_local WatchingWorker worker;
  return worker;
}

unsigned WatchedBlock::running_thread() const {
  return static_cast<unsigned>(this_worker->thread - block->threads.data());
}

WatchedBlock& WatchingWorker::begin(const Block& block, unsigned number) {
  auto& place = blocks_[&block];
  if (place == nullptr && !idle_.empty()) {
    place = std::move(idle_.back());
    idle_.pop_back();
  }
  if (place == nullptr) place = std::make_unique<WatchedBlock>();
  place->block = &block;
  forget_releases_at(block.arena, SharedShadow::arena_bytes);
  place->order.begin(number, block.threads.size());
  place->shared.begin();
  place->wrote_shared.assign(block.threads.size(), 0);
  place->unset.clear();
  place->guesses.clear();
  place->reads.assign(block.threads.size(), {});
  place->copies.begin(block.threads.size());
  if (block.cluster != nullptr) place->cluster.begin(block.threads.size());
  place->visits.clear();
  place->grid_waits.begin();
  place->named.clear();
  place->shuffled.clear();
  place->bulk.begin(number);
  place->proxy_fences.begin();
  place->init_fences.begin();
  return *place;
}

void WatchingWorker::end(const Block& block) {
  const auto found = blocks_.find(&block);
  if (found == blocks_.end()) return;
  if (last_ == found->second.get()) last_ = nullptr;
  idle_.push_back(std::move(found->second));
  blocks_.erase(found);
}

WatchedBlock* WatchingWorker::current() {
  if (this_worker == nullptr || this_worker->block == nullptr) return nullptr;
  return find(*this_worker->block);
}

WatchedBlock* WatchingWorker::find(const Block& block) {
  if (last_ != nullptr && last_->block == &block) return last_;
  const auto found = blocks_.find(&block);
  return last_ = found != blocks_.end() ? found->second.get() : nullptr;
}

WatchedBlock* WatchingWorker::owner_of(WatchedBlock& block, const char* address) {
  if (static_cast<std::size_t>(address - block.block->arena) < SharedShadow::arena_bytes) return &block;
  const Cluster* cluster = block.block->cluster;
  const Block* owner = cluster == nullptr ? nullptr : cluster->owner_of(address);
  return owner == nullptr ? nullptr : find(*owner);
}

WatchedLaunch& watched_launch() {
  static auto& launch = *new WatchedLaunch;
  return launch;
}

Index to_index(const uint3& index) { return {index.x, index.y, index.z}; }

FoundPlace place_of(const WatchedBlock& block, unsigned thread, const void* pc, AccessKind kind) {
  FoundPlace place;
  place.pc = pc;
  place.access = kind;
  place.is_thread = true;
  place.thread = to_index(block.block->threads[thread].index);
  place.block = to_index(block.block->index);
  return place;
}

}  // namespace cudasim::lens
