// Whether threads of the launch have fenced, which accesses ask for each pair that may clash.
#pragma once

#include <atomic>

namespace cudasim::lens {

struct FencesOfLaunch {
  std::atomic<bool> any{false};     ///< without one, nothing is handed on
  std::atomic<bool> narrow{false};  ///< one for its own block only
};
inline FencesOfLaunch fences_of_launch;

inline bool any_fence() { return fences_of_launch.any.load(std::memory_order_relaxed); }
inline bool any_narrow_fence() { return fences_of_launch.narrow.load(std::memory_order_relaxed); }

}  // namespace cudasim::lens
