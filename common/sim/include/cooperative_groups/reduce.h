// Reductions over the threads of a tile or a coalesced group.
#pragma once

#include <atomic>

#include "../cooperative_groups.h"
#include "operations.h"

namespace cooperative_groups {

/// Of a tile of several warps: each warp reduces its own, then all warps' results.
template <unsigned Size, class Parent, class T, class Operation, std::enable_if_t<(Size > 32), int> = 0>
std::decay_t<T> reduce(const thread_block_tile<Size, Parent>& group, T&& value, Operation&& operation,
                       CUDASIM_SITE_ARGUMENTS) {
  using Value = std::decay_t<T>;
  const Value own = reduce(tiled_partition<32>(group), value, operation, file, line);
  Value of_warps[Size / 32];
  group.gather(own, cudasim::detail::lane_id() == 0, 0, of_warps, {"reduce", file, line});
  for (unsigned distance = Size / 64; distance > 0; distance /= 2)
    for (unsigned i = 0; i < distance; ++i) of_warps[i] = operation(of_warps[i], of_warps[i + distance]);
  return of_warps[0];
}

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

/// The first thread of the group stores the result of `reduce`. `target` is a cuda::atomic or a cuda::atomic_ref. Code that follows must wait for
/// the group, or for another signal that the store has happened.
template <class Group, class Atomic, class T, class Operation>
__attribute__((always_inline)) inline void reduce_store_async(const Group& group, Atomic&& target, T&& value,
                                                              Operation&& operation, CUDASIM_SITE_ARGUMENTS) {
  const auto result = reduce(group, value, operation, file, line);
  if (group.thread_rank() == 0) target.store(result, std::memory_order_relaxed);
}

/// The first thread of the group combines what is there with what `reduce` makes, atomically.
template <class Group, class Atomic, class T, class Operation>
__attribute__((always_inline)) inline void reduce_update_async(const Group& group, Atomic&& target, T&& value,
                                                               Operation&& operation,
                                                               CUDASIM_SITE_ARGUMENTS) {
  const auto result = reduce(group, value, operation, file, line);
  if (group.thread_rank() != 0) return;
  auto old = target.load(std::memory_order_relaxed);
  while (!target.compare_exchange_weak(old, operation(old, result), std::memory_order_relaxed)) {
  }
}

}  // namespace cooperative_groups
