#include "sim/lens/race/allocations.hpp"

#include <map>
#include <mutex>

namespace cudasim::lens {
namespace {

constexpr std::size_t most_freed = 65536;  // remembered

using Table = std::map<const char*, KnownAllocation>;

std::mutex allocations_mutex;
Table& living() {
  static auto& table = *new Table;
  return table;
}
Table& freed() {
  static auto& table = *new Table;
  return table;
}

std::optional<KnownAllocation> holder(const Table& table, const char* address) {
  auto after = table.upper_bound(address);
  if (after == table.begin()) return std::nullopt;
  const KnownAllocation& before = std::prev(after)->second;
  if (address >= before.begin + before.bytes) return std::nullopt;
  return before;
}

// What now lies there is no longer the freed allocation.
void forget_freed(const KnownAllocation& fresh) {
  auto each = freed().lower_bound(fresh.begin);
  if (each != freed().begin() && std::prev(each)->second.begin + std::prev(each)->second.bytes > fresh.begin)
    --each;
  while (each != freed().end() && each->first < fresh.begin + fresh.bytes) each = freed().erase(each);
}

}  // namespace

void note_allocated(const KnownAllocation& allocation) {
  const std::lock_guard lock(allocations_mutex);
  forget_freed(allocation);
  living()[allocation.begin] = allocation;
}

void name_allocation(const void* begin, const char* name) {
  const std::lock_guard lock(allocations_mutex);
  const auto found = living().find(static_cast<const char*>(begin));
  if (found != living().end()) found->second.name = name;
}

void note_freed(const char* begin, const void* caller) {
  const std::lock_guard lock(allocations_mutex);
  const auto found = living().find(begin);
  if (found == living().end()) return;
  KnownAllocation gone = found->second;
  living().erase(found);
  gone.freed_at = caller;
  if (freed().size() < most_freed) freed()[begin] = gone;
}

void forget_all_freed() {
  const std::lock_guard lock(allocations_mutex);
  freed().clear();
}

std::optional<KnownAllocation> allocation_at(const char* address) {
  const std::lock_guard lock(allocations_mutex);
  if (const auto found = holder(living(), address)) return found;
  return holder(freed(), address);
}

std::optional<KnownAllocation> allocation_near(const char* address) {
  const std::lock_guard lock(allocations_mutex);
  const auto after = living().upper_bound(address);
  const bool has_after = after != living().end();
  if (after == living().begin()) return has_after ? std::optional(after->second) : std::nullopt;
  const KnownAllocation& before = std::prev(after)->second;
  const auto past_end = address - (before.begin + before.bytes);
  return has_after && after->first - address < past_end ? after->second : before;
}

std::vector<KnownAllocation> living_allocations() {
  const std::lock_guard lock(allocations_mutex);
  std::vector<KnownAllocation> all;
  for (const auto& each : living()) all.push_back(each.second);
  return all;
}

}  // namespace cudasim::lens
