#include "sim/lens/race/grid_waits.hpp"

#include <algorithm>

#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/races.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/stream/stream_work.hpp"

namespace cudasim::lens {

void GridWaits::note(unsigned thread, BlockOrder& order) {
  Entry wait{};
  wait.thread = thread & 1023u;
  wait.clock = order.clock(thread) & ((1u << clock_bits) - 1);
  order.next_clock(thread);
  waits_.push_back(wait);
}

bool GridWaits::covers(unsigned thread, const BlockOrder& order, const char* address) const {
  return std::any_of(waits_.begin(), waits_.end(),
                     [&](const Entry& wait) { return order.is_before(wait, thread, address); });
}

bool may_be_early(const WatchedBlock& block, unsigned thread, const Access& access) {
  return watched_launch().overlaps && !block.grid_waits.covers(thread, block.order, access.address);
}

void Checker::grids_ahead_ended() {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block != nullptr && watched_launch().overlaps)
    block->grid_waits.note(block->running_thread(), block->order);
}

void Checker::grids_behind_may_begin() {
  WatchingWorker& worker = WatchingWorker::of_this_thread();
  settle(worker);
  WatchedBlock* block = worker.current();
  if (block != nullptr && !block->grid_waits.covers(block->running_thread(), block->order, nullptr))
    watched_launch().lets_others_begin_early = true;
}

}  // namespace cudasim::lens
