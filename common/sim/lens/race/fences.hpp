// Whether threads of the launch have executed fences. Checked for each pair of accesses that may conflict.
#pragma once

#include <atomic>

#include "sim/lens/guest.hpp"

namespace cudasim::lens {

struct FencesOfLaunch {
  std::atomic<bool> any{false};         ///< without a fence, nothing is released
  std::atomic<bool> narrow{false};      ///< a fence with block or cluster scope
  std::atomic<bool> of_cluster{false};  ///< a fence or an atomic operation with cluster scope
};
inline FencesOfLaunch fences_of_launch;

inline bool any_fence() { return fences_of_launch.any.load(std::memory_order_relaxed); }
inline bool any_narrow_fence() { return fences_of_launch.narrow.load(std::memory_order_relaxed); }

/// Whether to look for atomic and volatile data that is handed on by no fence, or by too narrow a one. A program without any fence may do
/// so on purpose; a submission may not.
inline bool fences_may_lack() { return guest_is_in || any_narrow_fence(); }

}  // namespace cudasim::lens
