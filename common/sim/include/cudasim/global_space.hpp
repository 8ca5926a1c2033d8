// Functions that are instructions with the state space .global, such as ld.global.cg and cp.async. PTX manual, generic addressing: where the
// address is not within that space, as one in shared memory or of a local variable, they are undefined; a GPU ends the launch.
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

}  // namespace cudasim::detail
