// Prefix sums and the like over the threads of a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"
#include "operations.h"

namespace cooperative_groups {

template <class Group>
constexpr bool is_of_warps = false;
template <unsigned Size, class Parent>
constexpr bool is_of_warps<thread_block_tile<Size, Parent>> = (Size > 32);

/// Of a tile of several warps: what the warps before hold, and then what the own warp holds up to the calling thread. `excluded`: that is
/// nothing.
template <unsigned Size, class Parent, class T, class Operation>
T behind_warps_before(const thread_block_tile<Size, Parent>& group, const T& inclusive, const T& own,
                      bool excluded, Operation operation, const cudasim::Site& site) {
  T of_warps[Size / 32];
  group.gather(inclusive, cudasim::detail::lane_id() == 31, 0, of_warps, site);
  const auto warp = static_cast<unsigned>(group.thread_rank()) / 32;
  if (warp == 0) return own;
  T before = of_warps[0];
  for (unsigned i = 1; i < warp; ++i) before = operation(before, of_warps[i]);
  return excluded ? before : operation(before, own);
}

/// The values of the threads up to and with the calling one, combined in the order of their ranks.
template <class Group, class T, class Operation = plus<>, std::enable_if_t<!is_of_warps<Group>, int> = 0>
std::decay_t<T> inclusive_scan(const Group& group, T&& value, Operation operation = {},
                               CUDASIM_SITE_ARGUMENTS) {
  std::decay_t<T> result = value;
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const auto before = group.shfl_up(result, distance, file, line);
    if (group.thread_rank() >= distance) result = operation(before, result);
  }
  return result;
}

/// The same without the calling thread; the first gets a value-initialised T.
template <class Group, class T, class Operation = plus<>, std::enable_if_t<!is_of_warps<Group>, int> = 0>
std::decay_t<T> exclusive_scan(const Group& group, T&& value, Operation operation = {},
                               CUDASIM_SITE_ARGUMENTS) {
  const auto before = group.shfl_up(inclusive_scan(group, value, operation, file, line), 1, file, line);
  return group.thread_rank() == 0 ? std::decay_t<T>{} : before;
}

template <class Group, class T, class Operation = plus<>, std::enable_if_t<is_of_warps<Group>, int> = 0>
std::decay_t<T> inclusive_scan(const Group& group, T&& value, Operation operation = {},
                               CUDASIM_SITE_ARGUMENTS) {
  const auto own = inclusive_scan(tiled_partition<32>(group), value, operation, file, line);
  return behind_warps_before(group, own, own, false, operation, {"inclusive_scan", file, line});
}
template <class Group, class T, class Operation = plus<>, std::enable_if_t<is_of_warps<Group>, int> = 0>
std::decay_t<T> exclusive_scan(const Group& group, T&& value, Operation operation = {},
                               CUDASIM_SITE_ARGUMENTS) {
  const auto warp = tiled_partition<32>(group);
  const auto inclusive = inclusive_scan(warp, value, operation, file, line);
  const auto before = warp.shfl_up(inclusive, 1, file, line);
  const bool is_first = warp.thread_rank() == 0;
  const auto own = is_first ? std::decay_t<T>{} : before;
  return behind_warps_before(group, inclusive, own, is_first, operation, {"exclusive_scan", file, line});
}

}  // namespace cooperative_groups
