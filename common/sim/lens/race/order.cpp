#include "sim/lens/race/order.hpp"

#include <algorithm>
#include <utility>

namespace cudasim::lens {
namespace {

template <class Function>
void in_each_lane(unsigned lanes, Function function) {
  for (; lanes != 0; lanes &= lanes - 1) function(static_cast<unsigned>(__builtin_ctz(lanes)));
}

// What one of the lanes knows all of them know from now on.
void share(std::unordered_map<unsigned, Known>& known, std::size_t first_thread, unsigned lanes) {
  if (known.empty()) return;
  Known all;
  in_each_lane(lanes, [&](unsigned lane) {
    const auto found = known.find(static_cast<unsigned>(first_thread) + lane);
    if (found != known.end()) merge(all, found->second);
  });
  if (all.empty()) return;
  in_each_lane(lanes, [&](unsigned lane) { known[static_cast<unsigned>(first_thread) + lane] = all; });
}

}  // namespace

void BlockOrder::begin(unsigned number, std::size_t threads) {
  number_ = number;
  clocks_.assign(threads, 1);
  barrier_clock_ = latest_ = 1;
  warps_.resize((threads + 31) / 32);
  for (WarpOrder& warp : warps_) warp.interval = 0;
  arriving_.clear();
  arrived_.clear();
  met_before_.clear();
  at_cluster_.clear();
  known_.clear();
  thread_known_.clear();
  seen_.clear();
  thread_seen_.clear();
  last_release_.clear();
}

void BlockOrder::advance(unsigned thread) { latest_ = std::max(latest_, ++clocks_[thread]); }

void BlockOrder::barrier() {
  arrived_ = std::exchange(arriving_, {});
  met_before_.clear();
  for (const auto& each : arrived_)
    if (const WarpOrder& warp = warps_[each.first / 32]; warp.interval == barrier_clock_)
      met_before_.try_emplace(each.first / 32, warp.known);
  barrier_clock_ = ++latest_;
  for (auto& each : at_cluster_) each.second = barrier_clock_;
  std::fill(clocks_.begin(), clocks_.end(), barrier_clock_);
  for (const auto& each : thread_known_) merge(known_, each.second);
  for (const auto& each : thread_seen_) merge(seen_, each.second);
  thread_known_.clear();
  thread_seen_.clear();
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

  share(thread_known_, first_thread, lanes);
  share(thread_seen_, first_thread, lanes);
}

void BlockOrder::fence(unsigned thread, const Fence& fence) {
  if (searches_are_spent()) return;
  if (fence.acquires) {
    Known taken = seen_;
    if (const auto own = thread_seen_.find(thread); own != thread_seen_.end()) merge(taken, own->second);
    for (Taken& each : taken) each.scope = std::min(each.scope, fence.scope);
    if (!taken.empty()) merge(thread_known_[thread], taken);
  }
  if (!fence.releases) return;
  Fenced by{barrier_clock_, clocks_[thread], {}};
  const WarpOrder& warp = warps_[thread / 32];
  if (warp.interval == barrier_clock_)
    by.lane_clocks.assign(warp.known[thread % 32].begin(), warp.known[thread % 32].end());
  note_fence(number_, thread, std::move(by), fence.scope);
  advance(thread);
  note_latest_clock(number_, latest_);
}

void BlockOrder::cover_fenced_lanes(unsigned thread, Release& release) const {
  const WarpOrder& warp = warps_[thread / 32];
  if (warp.interval != barrier_clock_) return;
  const auto& known = warp.known[thread % 32];
  const auto cover = [](std::optional<Fenced>& covered, const std::optional<Fenced>& fence, unsigned lane,
                        std::uint32_t clock) {
    if (!fence) return;
    if (!covered) covered.emplace();
    covered->lane_clocks.resize(32);
    std::uint32_t& until = covered->lane_clocks[lane];
    until = std::max(until, std::min(clock, fence->own_clock + 1));
  };
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (known[lane] == 0 || lane == thread % 32) continue;
    const auto fences = fences_of(number_, thread / 32 * 32 + lane);
    if (!fences) continue;
    for (const Scope scope : {Scope::block, Scope::cluster, Scope::device})
      cover(release.fences.of(scope), fences->of(scope), lane, known[lane]);
  }
}

void BlockOrder::release(unsigned thread, const Access& access) {
  if (searches_are_spent()) return;
  if (!access.releases && !any_fence() && !is_logged_without_fences(thread, access)) return;
  if (access.releases) fence(thread, {access.scope, false, true});
  Release release{0, number_, thread, access.scope, access.pc, {}, barrier_clock_, clocks_[thread], known_};
  if (auto fences = fences_of(number_, thread)) release.fences = std::move(*fences);
  if (any_fence()) cover_fenced_lanes(thread, release);
  if (const auto own = thread_known_.find(thread); own != thread_known_.end())
    merge(release.known, own->second);
  spend_searches(4 * release.known.size());  // they are kept
  advance(thread);                           // what follows is not handed on
  note_latest_clock(number_, latest_);
  release_log(access.address)->add(std::move(release), access.bytes);
}

void BlockOrder::release_until(unsigned thread, std::uint32_t clock, const char* address) {
  const Fenced by{barrier_clock_, clock, {}};
  note_fence(number_, thread, by, Scope::device);
  release_log(address)->add(
      {0, number_, thread, Scope::device, nullptr, {by, by, by}, barrier_clock_, clock, {}});
}

// A loop that looks at a flag by atomic operations would use up what may be logged.
bool BlockOrder::is_logged_without_fences(unsigned thread, const Access& access) {
  const LastRelease now{access.pc, access.address};
  return std::exchange(last_release_[thread], now) != now && log_without_fence();
}

void BlockOrder::acquire(unsigned thread, const Access& access) {
  if (!any_release() || searches_are_spent()) return;
  if (!any_fence() && !logs_without_fences()) return;
  // Nothing that the block's barrier has ordered is acquired: it would be every word of a volatile tile.
  const auto log = log_to_acquire(access.address, number_, arrived_.empty() ? barrier_clock_ : 0);
  if (log == nullptr) return;
  const Taken taken{log, log->now(), releases_so_far(), access.scope, number_, access.pc};
  merge(access.acquires ? thread_known_[thread] : thread_seen_[thread], {taken});
}

PastAccess BlockOrder::past_access(const Entry& entry, const char* word) const {
  const auto other = static_cast<unsigned>(entry.number);
  const std::uint32_t latest = other == number_ ? latest_ : latest_clock(other);
  return {other, static_cast<unsigned>(entry.thread), unwrap(static_cast<std::uint32_t>(entry.clock), latest),
          word};
}

bool BlockOrder::is_handed_on(const PastAccess& access, unsigned to_thread, bool strong) const {
  if (searches_are_spent()) return true;  // what was acquired since is not known
  const auto any = [&](const Known& all, const std::unordered_map<unsigned, Known>& own, Reach reach) {
    const auto found = own.find(to_thread);  // the latest
    if (found != own.end() && ReleaseLog::covers(found->second, access, reach)) return true;
    return !all.empty() && ReleaseLog::covers(all, access, reach);
  };
  return any(known_, thread_known_, Reach::all) ||
         any(seen_, thread_seen_, strong ? Reach::all : Reach::flag_itself);
}

bool BlockOrder::any_knows_of(const BlockOrder& other, unsigned thread, std::uint32_t clock) const {
  if (searches_are_spent()) return true;
  const PastAccess access{other.number_, thread, clock, nullptr};
  const auto covers = [&](const Known& known) {
    return !known.empty() && ReleaseLog::covers(known, access, Reach::all);
  };
  return covers(known_) || std::any_of(thread_known_.begin(), thread_known_.end(),
                                       [&](const auto& each) { return covers(each.second); });
}

std::optional<BrokenLink> BlockOrder::broken_link(const Entry& entry, unsigned thread, bool in_grid,
                                                  const char* word) const {
  PastAccess access = past_access(entry, word);
  if (!in_grid)
    access = {number_, static_cast<unsigned>(entry.thread),
              unwrap(static_cast<std::uint32_t>(entry.clock), latest_), word};
  const auto look = [&](const Known& all, const std::unordered_map<unsigned, Known>& own, bool fenced) {
    auto found = ReleaseLog::broken_link(all, access, fenced);
    const auto of_thread = own.find(thread);
    if (!found && of_thread != own.end()) found = ReleaseLog::broken_link(of_thread->second, access, fenced);
    return found;
  };
  const auto taken_over = look(known_, thread_known_, true);
  return taken_over ? taken_over : look(seen_, thread_seen_, false);
}

}  // namespace cudasim::lens
