#include "sim/runtime/block.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

#include "sim/runtime/block_cluster.hpp"

namespace cudasim {
namespace {

// Bits from `first` up; none from 32 on.
unsigned from(unsigned first) { return first < 32 ? ~0u << first : 0; }

}  // namespace

void Block::shape(dim3 dimensions) {
  threads.clear();
  for (unsigned z = 0; z < dimensions.z; ++z)
    for (unsigned y = 0; y < dimensions.y; ++y)
      for (unsigned x = 0; x < dimensions.x; ++x) {
        const auto lane = static_cast<std::uint8_t>(threads.size() % lanes_per_warp);
        threads.push_back({nullptr, nullptr, {}, {x, y, z}, Wait::block, lane, 0});
      }
  warps.resize((threads.size() + lanes_per_warp - 1) / lanes_per_warp);
  for (Warp& warp : warps) warp.begun = 0;
  order_warps(0, false);
}

void Block::order_warps(std::uint64_t seed, bool from_last_lane) {
  last_lane_first = from_last_lane;
  order_seed_ = seed;
  phase_ = 0;
  forget_threads();  // the set of lanes has changed afterwards
  std::vector<std::size_t> order(warps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  const bool keeps_order = from_last_lane && random() % 4 == 0;  // in some blocks only first_warp changes it
  if (seed != 0 && !keeps_order) std::shuffle(order.begin(), order.end(), random);
  for (std::size_t i = 0; i < warps.size(); ++i) {
    warps[i].threads = &threads[order[i] * lanes_per_warp];
    const std::size_t lanes =
        std::min<std::size_t>(lanes_per_warp, threads.size() - order[i] * lanes_per_warp);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      warps[i].threads[lane].warp = static_cast<std::uint8_t>(i);
  }
}

void Block::reset(uint3 block_index) {
  index = block_index;
  live = static_cast<unsigned>(threads.size());
  at_grid = held = ready_warps = 0;
  begun = false;
  yielded = nullptr;
  barrier = {};
  named.clear();
  forget_threads();
  for (Warp& warp : warps) {
    const auto left = static_cast<unsigned>(threads.data() + threads.size() - warp.threads);
    warp.live = ~from(left);
    warp.ready = warp.held = 0;
    warp.meetings = warp.open_meetings = 0;
  }
  make_all_ready();
}

void Block::forget_threads() {
  for (Warp& warp : warps) {
    for (unsigned lanes = std::exchange(warp.begun, 0); lanes != 0; lanes &= lanes - 1) {
      DeviceThread& thread = warp.threads[lowest(lanes)];
      thread.fibre = nullptr;
      thread.awaited = nullptr;
      thread.looks = 0;
      thread.named = nullptr;
      thread.at_cluster = AtCluster::nothing;
    }
  }
}

void Block::make_all_ready() {
  for (Warp& warp : warps)
    if (warp.live != 0) make_ready(warp, warp.live);
  current = &warps[first_warp()];
}

unsigned Block::first_warp() {
  if (!last_lane_first) return 0;
  const std::uint64_t drawn = (order_seed_ + ++phase_) * 0x9E3779B97F4A7C15u >> 32;
  return drawn % 2 == 0 ? 0 : static_cast<unsigned>(drawn / 2 % warps.size());
}

DeviceThread* Block::next_of_another_warp() {
  if (current->open_meetings != 0) hold_open_meetings(*this, *current);
  Warp* next = next_warp();
  return next != nullptr ? &take(*next, first_of(next->ready)) : nullptr;
}

DeviceThread* Block::next_after(const DeviceThread& thread) {
  Warp& warp = warps[thread.warp];
  if (warp.ready == 0 && warp.open_meetings != 0) hold_open_meetings(*this, warp);
  const unsigned later_lanes = warp.ready & (last_lane_first ? ~from(thread.lane) : from(thread.lane + 1u));
  if (later_lanes != 0) return &take(warp, first_of(later_lanes));
  if (ready_warps == 0) return nullptr;
  const unsigned later_warps = ready_warps & from(thread.warp + 1u);
  Warp& chosen = warps[lowest(later_warps != 0 ? later_warps : ready_warps)];
  return &take(chosen, first_of(chosen.ready));
}

unsigned Block::fresh_after(const DeviceThread& thread) const {
  const Warp* warp = &warps[thread.warp];
  unsigned count = warp->ready != 0 ? highest(warp->ready) - thread.lane : 0;
  for (const Warp* last = &warps.back(); warp != last; ++warp) {
    const Warp& next = warp[1];
    if (next.begun != 0 || next.ready == 0 || next.ready != next.live ||
        next.threads != warp->threads + lanes_per_warp)
      break;
    count += highest(next.ready) + 1;
  }
  return count;
}

void Block::end_run(const DeviceThread& first, unsigned count) {
  const DeviceThread& running = (&first)[count];
  unsigned ended = from(first.lane);
  for (unsigned i = first.warp; i < running.warp; ++i, ended = ~0u) {
    warps[i].live &= ~ended;
    warps[i].ready = 0;
    ready_warps &= ~(1u << i);
  }
  current = &warps[running.warp];
  current->live &= ~(ended & ~from(running.lane));
  current->ready &= from(running.lane + 1u);
  if (current->ready == 0) ready_warps &= ~(1u << running.warp);
  live -= count;
}

void Block::hold(const DeviceThread& thread) {
  warps[thread.warp].held |= 1u << thread.lane;
  ++held;
}

void Block::release_held() {
  held = 0;
  for (Warp& warp : warps)
    if (const unsigned lanes = std::exchange(warp.held, 0); lanes != 0) make_ready(warp, lanes);
}

DeviceThread* Block::resume() {
  idle_rounds = 0;
  if (ready_warps == 0) release_held();
  const DeviceThread* last = std::exchange(yielded, nullptr);
  DeviceThread* following = last != nullptr ? next_after(*last) : nullptr;
  return following != nullptr ? following : next();
}

void Block::release_after(DeviceThread& thread) {
  Warp& warp = warps[thread.warp];
  if (warp.meetings != 0) try_hold_meetings(*this, warp);
  if (barrier.arrived != 0) try_release_barrier(*this);
  if (!named.empty()) try_named_barriers(*this, warp);
  if (cluster != nullptr) cluster->ended(thread);
}

}  // namespace cudasim
