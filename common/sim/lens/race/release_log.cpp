#include "sim/lens/race/release_log.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <unordered_map>

#include "sim/lens/guest.hpp"

namespace cudasim::lens {
namespace {

constexpr std::size_t releases_kept = 8;  // of one thread in one log

struct LaunchReleases {
  std::mutex mutex;
  std::map<std::pair<unsigned, unsigned>, ThreadFences> fences;
  std::unordered_map<unsigned, std::uint32_t> latest_clocks;
  std::unordered_map<unsigned, std::array<unsigned, 3>> clusters;  ///< by block: the index of their first one
  using Logs = std::unordered_map<const char*, std::shared_ptr<ReleaseLog>>;
  std::map<std::uintptr_t, Logs> logs;  ///< by page
  /// The furthest clock that a block has released so far, and the moment at which it did.
  struct Extent {
    std::uint32_t clock;
    std::uint64_t moment;
  };
  std::unordered_map<unsigned, std::vector<Extent>>
      extents;  ///< by block, in the order of moments and of clocks
  std::uint64_t moment = 0;
};

std::atomic<bool> released{false};
std::atomic<unsigned> unfenced_logged{0};
constexpr unsigned most_unfenced = 4096;  // in a launch; without limit for a submission
// Releases that a launch looks at among those of other threads, or copies from one to the next: with locks by the thousand, one access
// without order may look at millions, and each release has a thousand others to keep.
constexpr std::int64_t most_searched = std::int64_t{1} << 25;
constexpr std::int64_t free_searches = 128;  // of one access: a ring of copies with a barrier each takes 60
std::atomic<std::int64_t> searches_left{0};

std::uintptr_t page_of(const char* address) { return reinterpret_cast<std::uintptr_t>(address) / 4096; }

LaunchReleases& launch() {
  static auto& state = *new LaunchReleases;
  return state;
}

/// No access of its block with a later clock is handed on by it.
std::uint32_t furthest_clock(const Release& release) {
  std::uint32_t furthest = std::max(release.barrier_clock, release.own_clock);
  for (const auto* fenced :
       {&release.fences.block_scope, &release.fences.cluster_scope, &release.fences.device_scope})
    if (*fenced)
      for (const std::uint32_t clock : (*fenced)->lane_clocks) furthest = std::max(furthest, clock);
  return furthest;
}

void note_extent(const Release& release) {
  const std::lock_guard lock(launch().mutex);
  const std::uint64_t moment = launch().moment++;
  const std::uint32_t clock = furthest_clock(release);
  auto& extents = launch().extents[release.number];
  if (extents.empty() || extents.back().clock < clock) extents.push_back({clock, moment});
}

/// Whether the access's block had released anything after it by then. If not, no search finds it handed on: where many blocks wait for one
/// another, each looks at words that another has just written.
bool was_released_by(std::uint64_t moment, const PastAccess& access) {
  const std::lock_guard lock(launch().mutex);
  const auto found = launch().extents.find(access.number);
  if (found == launch().extents.end()) return false;
  const auto first =
      std::ranges::lower_bound(found->second, access.clock, {}, &LaunchReleases::Extent::clock);
  return first != found->second.end() && first->moment < moment;
}

void widen(std::optional<Fenced>& older, const std::optional<Fenced>& newer) {
  if (newer) older = newer;
}

}  // namespace

void merge(Known& into, const Known& from) {
  for (const Taken& taken : from) {
    const auto same = std::find_if(into.rbegin(), into.rend(), [&](const Taken& each) {
      return each.log == taken.log && each.number == taken.number && each.scope == taken.scope;
    });
    if (same == into.rend()) {
      into.push_back(taken);
    } else {
      same->until = std::max(same->until, taken.until);
      same->moment = std::max(same->moment, taken.moment);
      std::swap(*same, into.back());  // the latest is looked at first
    }
  }
}

bool Fenced::covers(unsigned own_thread, const PastAccess& access) const {
  if (access.clock < barrier_clock || (access.thread == own_thread && access.clock <= own_clock)) return true;
  return access.thread / 32 == own_thread / 32 && !lane_clocks.empty() &&
         access.clock < lane_clocks[access.thread % 32];
}

bool ReleaseLog::covers(const Step& step, const Release& release, const PastAccess& access,
                        Reach reach) const {
  const Scope needed = scope_between(release.number & ~copies_of_block, step.number);
  if (release.scope < needed || step.scope < needed) return false;
  const bool own =
      access.number == release.number && access.thread == release.thread && access.clock <= release.own_clock;
  // The flag or the counter itself needs no fence.
  if (own && is_at(access.word)) return true;
  if (reach == Reach::flag_itself) return false;
  const auto& fence = release.fences.of(needed);
  if (fence && fence->covers(release.thread, access)) return true;
  // What a barrier has carried to the releasing thread counts if its own thread has fenced it.
  if (own || access.clock >= release.barrier_clock) return false;
  const auto by_itself = fences_of(access.number, access.thread);
  if (!by_itself) return false;
  const auto& last = by_itself->of(needed);
  return last && access.clock <= last->own_clock;
}

void ReleaseLog::add(Release release, unsigned bytes) {
  const std::lock_guard lock(mutex_);
  bytes_ = std::max(bytes_, bytes);
  note_extent(release);
  release.time = time_++;
  const Latest latest = latest_.load(std::memory_order_relaxed);
  const bool is_alone = release.time == 0 || latest.only_block == release.number;
  latest_.store({is_alone ? release.number : several_blocks, std::max(latest.clock, release.own_clock)},
                std::memory_order_relaxed);
  builds_on_others_ |= !release.known.empty();
  auto& earlier = releases_[{release.number, release.thread}];
  earlier.push_back(std::move(release));
  if (earlier.size() <= releases_kept) return;
  // Too many to keep: the second is merged into the first.
  Release &first = earlier[0], &second = earlier[1];
  for (const Scope scope : {Scope::block, Scope::cluster, Scope::device})
    widen(first.fences.of(scope), second.fences.of(scope));
  first.scope = std::max(first.scope, second.scope);
  first.barrier_clock = second.barrier_clock;
  first.own_clock = second.own_clock;
  merge(first.known, second.known);
  earlier.erase(earlier.begin() + 1);
}

std::uint64_t ReleaseLog::now() const {
  const std::lock_guard lock(mutex_);
  return time_;
}

bool ReleaseLog::is_of_block_before(unsigned number, std::uint32_t clock) const {
  const Latest latest = latest_.load(std::memory_order_relaxed);
  return latest.only_block == number && latest.clock < clock;
}

bool ReleaseLog::any_covers(const Step& step, const std::vector<Release>& all, const PastAccess& access,
                            Reach reach) const {
  return std::any_of(all.rbegin(), all.rend(), [&](const Release& release) {
    return release.time < step.until && covers(step, release, access, reach);
  });
}

bool ReleaseLog::covers_by_itself(const Step& step, const PastAccess& access, Reach reach) const {
  const auto own = releases_.find({access.number, access.thread});
  return own != releases_.end() && any_covers(step, own->second, access, reach);
}

bool ReleaseLog::covers(const Step& step, const PastAccess& access, Reach reach,
                        std::int64_t& searched) const {
  const auto end = releases_.end();
  for (auto each = releases_.lower_bound({access.number, 0});
       each != end && each->first.first == access.number; ++each) {
    if (any_covers(step, each->second, access, reach)) return true;
    searched += static_cast<std::int64_t>(each->second.size());
  }
  return false;
}

void ReleaseLog::add_further(const Step& step, std::vector<Step>& steps, Seen& seen,
                             std::int64_t& searched) const {
  if (!builds_on_others_) return;
  for (const auto& each : releases_)
    for (const Release& release : each.second) {
      searched += 1 + static_cast<std::int64_t>(release.known.size());
      const Scope needed = scope_between(release.number, step.number);
      const bool is_seen = release.scope >= needed && step.scope >= needed;
      // A release includes what its thread had acquired if a fence before it has a scope that includes the reader.
      if (release.time >= step.until || !is_seen || !release.fences.of(needed)) continue;
      for (const Taken& further : release.known) {
        std::uint64_t& until = seen[{further.log.get(), further.number, further.scope}];
        if (until >= further.until) continue;
        until = further.until;
        steps.push_back({further.log.get(), further.until, further.scope, further.number});
      }
    }
}

// What is known itself is looked at first, and of that what the accessing thread has released: it nearly always suffices. The logs live as
// long as what is known of them, here or in a log.
bool ReleaseLog::covers(const Known& known, const PastAccess& access, Reach reach) {
  if (searches_are_spent()) return true;
  thread_local std::vector<Step> steps;
  steps.clear();
  for (auto taken = known.rbegin(); taken != known.rend(); ++taken)
    steps.push_back({taken->log.get(), taken->until, taken->scope, taken->number});
  for (const Step& step : steps) {
    const std::lock_guard lock(step.log->mutex_);
    if (step.log->covers_by_itself(step, access, reach)) return true;
  }
  const auto latest = std::ranges::max_element(known, {}, &Taken::moment);
  if (latest == known.end() || !was_released_by(latest->moment, access)) return false;
  const std::int64_t left = searches_left.load(std::memory_order_relaxed);
  std::int64_t searched = 0;
  const bool found = any_covers_further(steps, access, reach, left, searched);
  if (searched > free_searches) searches_left.fetch_sub(searched, std::memory_order_relaxed);
  return found || searched > left;
}

bool ReleaseLog::any_covers_further(std::vector<Step>& steps, const PastAccess& access, Reach reach,
                                    std::int64_t left, std::int64_t& searched) {
  for (std::size_t i = 0; i < steps.size() && searched <= left; ++i) {
    const std::lock_guard lock(steps[i].log->mutex_);
    if (steps[i].log->covers(steps[i], access, reach, searched)) return true;
  }
  if (reach == Reach::flag_itself) return false;
  Seen seen;
  for (const Step& step : steps) {
    std::uint64_t& until = seen[{step.log, step.number, step.scope}];
    until = std::max(until, step.until);
  }
  const std::size_t direct = steps.size();
  for (std::size_t i = 0; i < steps.size() && searched <= left; ++i) {
    const Step step = steps[i];
    const std::lock_guard lock(step.log->mutex_);
    if (i >= direct && step.log->covers(step, access, reach, searched)) return true;
    step.log->add_further(step, steps, seen, searched);
  }
  return false;
}

std::optional<BrokenLink> ReleaseLog::broken_link(const Known& known, const PastAccess& access,
                                                  bool fence_behind) {
  using Missing = BrokenLink::Missing;
  std::optional<BrokenLink> best;  // the one with the least missing
  for (const Taken& taken : known) {
    if (access.word != nullptr && taken.log->is_at(access.word)) continue;
    const std::lock_guard lock(taken.log->mutex_);
    const auto& all = taken.log->releases_;
    for (auto each = all.lower_bound({access.number, 0});
         each != all.end() && each->first.first == access.number; ++each)
      for (const Release& release : each->second) {
        const bool own = access.thread == release.thread && access.clock <= release.own_clock;
        if (release.time >= taken.until || !(own || access.clock < release.barrier_clock)) continue;
        const Scope needed = scope_between(release.number, taken.number);
        BrokenLink link{Missing::fence_behind, needed == Scope::block, release.pc, taken.pc};
        const auto holds = [&](const std::optional<Fenced>& fence) {
          return fence && fence->covers(release.thread, access);
        };
        const ScopedFences& fences = release.fences;
        if (!holds(fences.block_scope) && !holds(fences.cluster_scope) && !holds(fences.device_scope))
          link.missing = Missing::fence_before;
        else if (needed != Scope::block && !holds(fences.of(needed)))
          link.missing = Missing::wider_fence_before;
        else if (release.scope < needed)
          link.missing = Missing::wider_write;
        else if (fence_behind)
          link.missing = Missing::wider_read;
        if (!best || best->missing < link.missing) best = link;
      }
  }
  return best;
}

void forget_releases(bool all_searches) {
  searches_left = all_searches ? std::numeric_limits<std::int64_t>::max() : most_searched;
  const std::lock_guard lock(launch().mutex);
  launch().fences.clear();
  launch().latest_clocks.clear();
  launch().clusters.clear();
  launch().logs.clear();
  launch().extents.clear();
  launch().moment = 0;
  fences_of_launch.any = fences_of_launch.narrow = fences_of_launch.of_cluster = released = false;
  unfenced_logged = 0;
}

void forget_releases_at(const char* begin, std::size_t bytes) {
  if (!any_release()) return;
  const std::lock_guard lock(launch().mutex);
  auto& logs = launch().logs;
  logs.erase(logs.lower_bound(page_of(begin)), logs.lower_bound(page_of(begin + bytes)));
}

bool logs_without_fences() {
  return guest_is_in || unfenced_logged.load(std::memory_order_relaxed) < most_unfenced;
}
bool log_without_fence() {
  return logs_without_fences() &&
         (guest_is_in || unfenced_logged.fetch_add(1, std::memory_order_relaxed) < most_unfenced);
}
bool searches_are_spent() { return searches_left.load(std::memory_order_relaxed) < 0; }
void spend_searches(std::size_t count) {
  searches_left.fetch_sub(static_cast<std::int64_t>(count), std::memory_order_relaxed);
}
bool any_release() { return released.load(std::memory_order_relaxed); }

std::shared_ptr<ReleaseLog> release_log(const char* address) {
  const std::lock_guard lock(launch().mutex);
  released = true;
  auto& log = launch().logs[page_of(address)][address];
  if (log == nullptr) log = std::make_shared<ReleaseLog>(address);
  return log;
}

std::shared_ptr<ReleaseLog> log_to_acquire(const char* address, unsigned number, std::uint32_t clock) {
  const std::lock_guard lock(launch().mutex);
  const auto page = launch().logs.find(page_of(address));
  if (page == launch().logs.end()) return nullptr;
  const auto found = page->second.find(address);
  if (found == page->second.end() || found->second->is_of_block_before(number, clock)) return nullptr;
  return found->second;
}

std::uint64_t releases_so_far() {
  const std::lock_guard lock(launch().mutex);
  return launch().moment;
}

void note_latest_clock(unsigned number, std::uint32_t clock) {
  const std::lock_guard lock(launch().mutex);
  launch().latest_clocks[number] = clock;
}

std::uint32_t latest_clock(unsigned number) {
  const std::lock_guard lock(launch().mutex);
  const auto found = launch().latest_clocks.find(number);
  return found != launch().latest_clocks.end() ? found->second : 0;
}

void note_cluster(unsigned number, const Index& first_block) {
  const std::lock_guard lock(launch().mutex);
  launch().clusters[number] = {first_block.x, first_block.y, first_block.z};
}

Scope scope_between(unsigned number, unsigned other) {
  if (number == other) return Scope::block;
  if (!fences_of_launch.of_cluster.load(std::memory_order_relaxed)) return Scope::device;
  const std::lock_guard lock(launch().mutex);
  const auto &own = launch().clusters.find(number), &of_other = launch().clusters.find(other);
  const bool known = own != launch().clusters.end() && of_other != launch().clusters.end();
  return known && own->second == of_other->second ? Scope::cluster : Scope::device;
}

void note_fence(unsigned number, unsigned thread, Fenced by, Scope scope) {
  const std::lock_guard lock(launch().mutex);
  ThreadFences& fences = launch().fences[{number, thread}];
  if (!fences.block_scope) fences.first = by.own_clock;
  if (scope == Scope::device) fences.device_scope = by;
  if (scope >= Scope::cluster) fences.cluster_scope = by;
  fences.block_scope = std::move(by);
  fences_of_launch.any = true;
  if (scope != Scope::device) fences_of_launch.narrow = true;
}

std::optional<ThreadFences> fences_of(unsigned number, unsigned thread) {
  const std::lock_guard lock(launch().mutex);
  const auto found = launch().fences.find({number, thread});
  if (found == launch().fences.end()) return std::nullopt;
  return found->second;
}

}  // namespace cudasim::lens
