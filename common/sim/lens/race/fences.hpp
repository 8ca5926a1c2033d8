// Whether threads of the launch have executed fences. Checked for each pair of accesses that may conflict.
#pragma once

#include <atomic>

namespace cudasim::lens {

struct FencesOfLaunch {
  std::atomic<bool> any{false};     ///< without a fence, nothing is released
  std::atomic<bool> narrow{false};  ///< a fence with block scope
};
inline FencesOfLaunch fences_of_launch;

inline bool any_fence() { return fences_of_launch.any.load(std::memory_order_relaxed); }
inline bool any_narrow_fence() { return fences_of_launch.narrow.load(std::memory_order_relaxed); }

}  // namespace cudasim::lens
