#include "sim/lens/sites.hpp"

#include <mutex>
#include <unordered_map>

namespace cudasim::lens {

AccessSite site_table[1u << site_bits];

namespace {

constexpr unsigned unknown_sites = 6;  // the first numbers: one for each kind, volatile or not
constexpr unsigned kinds = 3;

// One word stands for a place and a kind; user addresses leave the highest bits free.
std::uintptr_t key(const Access& access) {
  const auto kind = static_cast<std::uintptr_t>(access.kind) + (access.is_volatile ? kinds : 0u);
  return reinterpret_cast<std::uintptr_t>(access.pc) | kind << 60;
}

unsigned look_up(const Access& access) {
  static std::mutex mutex;
  static auto& numbers = *new std::unordered_map<std::uintptr_t, unsigned>;
  const std::lock_guard lock(mutex);
  const auto wanted = key(access);
  if (const auto found = numbers.find(wanted); found != numbers.end()) return found->second;
  const auto next = unknown_sites + static_cast<unsigned>(numbers.size());
  if (next >= 1u << site_bits) {
    const auto unknown = static_cast<unsigned>(wanted >> 60);
    site_table[unknown] = {nullptr, access.kind, access.is_volatile};
    return unknown;
  }
  site_table[next] = {access.pc, access.kind, access.is_volatile};
  numbers.emplace(wanted, next);
  return next;
}

}  // namespace

unsigned site_number(const Access& access) {
  struct Known {
    std::uintptr_t key;
    unsigned number;
  };
  static thread_local Known cache[1024];
  const auto wanted = key(access);
  Known& known = cache[(wanted ^ wanted >> 10 ^ wanted >> 60) % 1024];
  if (known.key != wanted) known = {wanted, look_up(access)};
  return known.number;
}

}  // namespace cudasim::lens
