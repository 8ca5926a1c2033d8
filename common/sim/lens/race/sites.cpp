#include "sim/lens/race/sites.hpp"

#include <mutex>
#include <unordered_map>

namespace cudasim::lens {

AccessSite site_table[1u << site_bits];

namespace {

constexpr unsigned unknown_sites =
    16;  // the first numbers: one for each form that the key's high bits tell apart

AccessSite make_site(const Access& access) {
  AccessSite made{access.pc, access.kind, access.is_volatile};
  made.read_only = access.read_only;
  made.of_surface = access.of_surface;
  if (!made.is_strong()) return made;
  made.bytes = static_cast<std::uint8_t>(access.bytes < 16 ? access.bytes : 16);
  made.only_loads = access.only_loads;
  made.only_stores = access.only_stores;
  made.looks = access.looks;
  made.accumulates = access.accumulates;
  made.scope = access.scope;
  return made;
}

// One word encodes a place and the kind of access; user addresses leave the highest 16 bits free.
std::uintptr_t key(const Access& access) {
  const auto form = static_cast<std::uintptr_t>(access.kind) | (access.is_volatile ? 4u : 0u) |
                    (access.scope == Scope::block || access.scope == Scope::cluster ? 8u : 0u);
  const std::uintptr_t strong = access.kind == AccessKind::atomic || access.is_volatile;
  const std::uintptr_t bytes = strong * (access.bytes < 16 ? access.bytes : 16);
  return reinterpret_cast<std::uintptr_t>(access.pc) | bytes << 49 |
         std::uintptr_t{access.scope == Scope::thread || access.scope == Scope::cluster} << 54 |
         std::uintptr_t{access.only_loads} << 55 | std::uintptr_t{access.read_only} << 56 |
         std::uintptr_t{access.of_surface} << 57 | std::uintptr_t{access.accumulates} << 58 |
         std::uintptr_t{access.looks} << 59 | form << 60;
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
    site_table[unknown] = make_site(access);
    site_table[unknown].pc = nullptr;
    return unknown;
  }
  site_table[next] = make_site(access);
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
