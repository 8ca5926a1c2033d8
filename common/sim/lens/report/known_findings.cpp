#include "sim/lens/report/known_findings.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <unordered_map>

#include "sim/lens/report/findings.hpp"

namespace cudasim::lens {
namespace {

using Times = std::atomic<std::uint64_t>;

struct FoundTimes {
  std::mutex mutex;
  std::unordered_map<FindingKey, Times, FindingKeyHash> times;
  std::set<std::string> names;
  std::atomic<unsigned> forgotten{0};  // so often
};

FoundTimes& found_times() {
  static auto& state = *new FoundTimes;
  return state;
}

/// What this thread has asked for last, without a lock.
struct RecentlyFound {
  FindingKey key;
  Times* times = nullptr;
  unsigned forgotten = 0;
};

}  // namespace

const std::string* intern(const std::string& name) {
  const std::lock_guard lock(found_times().mutex);
  return &*found_times().names.insert(name).first;
}

bool is_repeated(HazardKind kind, const std::string* kernel, std::uintptr_t first, std::uintptr_t second) {
  thread_local RecentlyFound recent;
  FoundTimes& all = found_times();
  const FindingKey key{kind, kernel, first, second};
  if (recent.times == nullptr || recent.forgotten != all.forgotten || !(recent.key == key)) {
    const std::lock_guard lock(all.mutex);
    recent = {key, &all.times[key], all.forgotten};
  }
  return recent.times->fetch_add(1, std::memory_order_relaxed) != 0;
}

std::uint64_t times_found(const FindingKey& key) {
  const std::lock_guard lock(found_times().mutex);
  const auto found = found_times().times.find(key);
  return found == found_times().times.end() ? 0 : found->second.load();
}

void forget_times_found() {
  const std::lock_guard lock(found_times().mutex);
  found_times().times.clear();
  ++found_times().forgotten;
}

}  // namespace cudasim::lens
