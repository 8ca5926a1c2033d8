// Asynchronous copies of a group. Here they are complete at once; `wait` still synchronises the group, as it
// must.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

/// Copies `bytes` bytes, the elements spread over the threads of the group.
template <class Group, class T, class Bytes>
void memcpy_async(const Group& group, T* to, const T* from, const Bytes& bytes) {
  const std::size_t elements = static_cast<std::size_t>(bytes) / sizeof(T);
  for (std::size_t i = group.thread_rank(); i < elements; i += group.size()) to[i] = from[i];
}

/// Copies the smaller of the two numbers of elements.
template <class Group, class T, class ToElements, class FromElements>
void memcpy_async(const Group& group, T* to, const ToElements& to_elements, const T* from,
                  const FromElements& from_elements) {
  const auto most = static_cast<std::size_t>(to_elements);
  const auto given = static_cast<std::size_t>(from_elements);
  memcpy_async(group, to, from, (given < most ? given : most) * sizeof(T));
}

template <class Group>
void wait(const Group& group, CUDASIM_SITE_ARGUMENTS) {
  group.sync(file, line);
}

template <unsigned Stages, class Group>
void wait_prior(const Group& group, CUDASIM_SITE_ARGUMENTS) {
  group.sync(file, line);
}

}  // namespace cooperative_groups
