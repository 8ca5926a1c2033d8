// Launches that may begin before the previous kernel in their stream has ended. Here they run one after the other.
#include "cudasim/launch_ex.hpp"
#include "cudasim/sync.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"

namespace cudasim {

bool launches_may_overlap = false;

namespace detail {

bool expect_overlaps() { return launches_may_overlap = true; }

void wait_for_grids_ahead() {
  if (block_observer != nullptr) block_observer->grids_ahead_ended();
}

void let_grids_behind_begin() {
  if (block_observer != nullptr) block_observer->grids_behind_may_begin();
}

}  // namespace detail
}  // namespace cudasim
