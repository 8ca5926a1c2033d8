#include "sim/lens/order.hpp"

#include <algorithm>

namespace cudasim::lens {
namespace {

template <class Function>
void in_each_lane(unsigned lanes, Function function) {
  for (; lanes != 0; lanes &= lanes - 1) function(static_cast<unsigned>(__builtin_ctz(lanes)));
}

}  // namespace

void BlockOrder::begin(unsigned number, std::size_t threads) {
  number_ = number;
  clocks_.assign(threads, 1);
  barrier_clock_ = latest_ = 1;
  warps_.resize((threads + 31) / 32);
  for (WarpOrder& warp : warps_) warp.interval = 0;
  known_.clear();
  thread_known_.clear();
}

void BlockOrder::advance(unsigned thread) { latest_ = std::max(latest_, ++clocks_[thread]); }

void BlockOrder::barrier() {
  barrier_clock_ = ++latest_;
  std::fill(clocks_.begin(), clocks_.end(), barrier_clock_);
  for (const auto& each : thread_known_) merge(known_, each.second);
  thread_known_.clear();
}

void BlockOrder::warp_synchronised(std::size_t first_thread, unsigned lanes) {
  WarpOrder& warp = warps_[first_thread / 32];
  if (warp.interval != barrier_clock_) {
    warp.interval = barrier_clock_;
    for (auto& row : warp.known) row.fill(0);
  }
  std::array<std::uint32_t, 32> together{};
  in_each_lane(lanes, [&](unsigned lane) {
    const auto& row = warp.known[lane];
    for (unsigned i = 0; i < 32; ++i) together[i] = std::max(together[i], row[i]);
  });
  in_each_lane(lanes, [&](unsigned lane) {
    const auto thread = static_cast<unsigned>(first_thread) + lane;
    advance(thread);
    together[lane] = clocks_[thread];
  });
  in_each_lane(lanes, [&](unsigned lane) { warp.known[lane] = together; });

  if (thread_known_.empty()) return;
  Known all;
  in_each_lane(lanes, [&](unsigned lane) {
    const auto found = thread_known_.find(static_cast<unsigned>(first_thread) + lane);
    if (found != thread_known_.end()) merge(all, found->second);
  });
  if (all.empty()) return;
  in_each_lane(lanes,
               [&](unsigned lane) { thread_known_[static_cast<unsigned>(first_thread) + lane] = all; });
}

void BlockOrder::fence(unsigned thread, bool device_scope) {
  Fenced by{barrier_clock_, clocks_[thread], {}};
  const WarpOrder& warp = warps_[thread / 32];
  if (warp.interval == barrier_clock_)
    by.lane_clocks.assign(warp.known[thread % 32].begin(), warp.known[thread % 32].end());
  note_fence(number_, thread, std::move(by), device_scope);
  advance(thread);
  note_latest_clock(number_, latest_);
}

void BlockOrder::release(unsigned thread, const char* address, bool releases) {
  if (!releases && !any_fence()) return;
  if (releases) fence(thread, true);
  Release release{0, number_, thread, {}, {}, barrier_clock_, clocks_[thread], known_};
  if (auto fences = fences_of(number_, thread)) {
    release.block_scope = std::move(fences->block_scope);
    release.device_scope = std::move(fences->device_scope);
  }
  if (const auto own = thread_known_.find(thread); own != thread_known_.end())
    merge(release.known, own->second);
  note_latest_clock(number_, latest_);
  release_log(address, true)->add(std::move(release));
}

void BlockOrder::acquire(unsigned thread, const char* address) {
  if (!any_release()) return;
  if (auto log = release_log(address, false)) {
    const std::uint64_t now = log->now();
    merge(thread_known_[thread], {{std::move(log), now}});
  }
}

bool BlockOrder::is_handed_on(const PastAccess& access, unsigned to_thread) const {
  if (!known_.empty() && ReleaseLog::covers(known_, access, number_)) return true;
  if (thread_known_.empty()) return false;
  const auto own = thread_known_.find(to_thread);
  return own != thread_known_.end() && ReleaseLog::covers(own->second, access, number_);
}

}  // namespace cudasim::lens
