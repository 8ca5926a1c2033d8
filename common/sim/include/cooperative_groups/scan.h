// Prefix sums and the like over the threads of a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"
#include "operations.h"

namespace cooperative_groups {

/// The values of the threads up to and with the calling one, combined in the order of their ranks.
template <class Group, class T, class Operation = plus<>>
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
template <class Group, class T, class Operation = plus<>>
std::decay_t<T> exclusive_scan(const Group& group, T&& value, Operation operation = {},
                               CUDASIM_SITE_ARGUMENTS) {
  const auto before = group.shfl_up(inclusive_scan(group, value, operation, file, line), 1, file, line);
  return group.thread_rank() == 0 ? std::decay_t<T>{} : before;
}

}  // namespace cooperative_groups
