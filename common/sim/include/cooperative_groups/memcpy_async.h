// Asynchronous copies of a group, each call a group of copies. Here they are complete at once; `wait` still synchronises the group, as
// it must.
#pragma once

#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"

namespace cooperative_groups {

/// Copies `bytes` bytes, spread over the threads of the group: in pieces of 4, 8 or 16 bytes, as far as the elements are aligned to
/// them, and narrower elements one by one.
template <class Group, class T, class Bytes>
void memcpy_async(const Group& group, T* to, const T* from, const Bytes& bytes) {
  constexpr std::size_t piece = alignof(T) < 4 ? sizeof(T) : alignof(T) < 16 ? alignof(T) : 16;
  const std::size_t pieces = static_cast<std::size_t>(bytes) / piece;
  for (std::size_t i = group.thread_rank(); i < pieces; i += group.size()) {
    if constexpr (alignof(T) < 4)
      to[i] = from[i];
    else
      cudasim::detail::start_copy(reinterpret_cast<char*>(to) + i * piece,
                                  reinterpret_cast<const char*>(from) + i * piece, piece, 0, nullptr);
  }
  __pipeline_commit();
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
  __pipeline_wait_prior(0);
  group.sync(file, line);
}

template <unsigned Stages, class Group>
void wait_prior(const Group& group, CUDASIM_SITE_ARGUMENTS) {
  __pipeline_wait_prior(Stages);
  group.sync(file, line);
}

}  // namespace cooperative_groups
