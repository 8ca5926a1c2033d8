// Reductions over the threads of a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"
#include "operations.h"

namespace cooperative_groups {

/// Every thread of the group gets the values of all combined by an associative and commutative operation.
template <class Group, class T, class Operation>
std::decay_t<T> reduce(const Group& group, T&& value, Operation&& operation, CUDASIM_SITE_ARGUMENTS) {
  const auto size = static_cast<unsigned>(group.size());
  std::decay_t<T> result = value;
  if ((size & (size - 1)) == 0) {
    for (unsigned distance = size / 2; distance > 0; distance /= 2)
      result = operation(result, group.shfl_xor(result, distance, file, line));
    return result;
  }
  const std::decay_t<T> own = value;
  result = group.shfl(own, 0, file, line);
  for (unsigned rank = 1; rank < size; ++rank) result = operation(result, group.shfl(own, rank, file, line));
  return result;
}

}  // namespace cooperative_groups
