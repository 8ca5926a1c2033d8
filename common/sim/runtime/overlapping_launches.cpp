// Launches that may begin before the previous kernel in their stream has ended. Here they run one after the other.
#include "cudasim/sync.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"

namespace cudasim {

namespace detail {

/// cudasim/launch_ex.hpp defines it in programs that use it.
__attribute__((weak)) void overlaps_are_expected();

void wait_for_grids_ahead() {
  if (block_observer != nullptr) block_observer->grids_ahead_ended();
}

void let_grids_behind_begin() {
  if (block_observer != nullptr) block_observer->grids_behind_may_begin();
}

}  // namespace detail

bool launches_may_overlap() { return &detail::overlaps_are_expected != nullptr; }

}  // namespace cudasim
