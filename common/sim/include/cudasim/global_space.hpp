// Functions that are instructions with the state space .global or .shared, such as ld.global.cg and cp.async, and conversions of addresses to those.
// PTX manual, generic addressing and cvta: where the address is not within that space, they are undefined; a GPU ends the launch, or accesses
// something else.
#pragma once

#include <cstdint>

#include "cudasim/shared.hpp"
#include "cudasim/site.hpp"

namespace cudasim::detail {

/// The launch fails if the address lies in shared memory or on the running thread's stack.
void require_global(const void* address, const Site& site);

/// The same. Most addresses are near neither, and take two comparisons.
inline __attribute__((always_inline)) void expect_global(const void* address, const Site& site) {
  constexpr std::uintptr_t reach = std::uintptr_t{1} << 20;
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (value - reinterpret_cast<std::uintptr_t>(shared_arena) < reach || value - frame + reach < 2 * reach)
    require_global(address, site);
}

/// The launch fails if the address lies in no shared memory of the running block's cluster.
void require_shared(const void* address, const Site& site);

/// The same. Most addresses are near the start of the block's own, and take one comparison.
inline __attribute__((always_inline)) void expect_shared(const void* address, const Site& site) {
  constexpr std::uintptr_t near = 48 << 10;
  if (reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(shared_arena) >= near)
    require_shared(address, site);
}

}  // namespace cudasim::detail
