// The scope and order of the next atomic operation or fence, as the headers report it (cudasim/memory_order.hpp).
#pragma once

#include "sim/lens/race/checker.hpp"

namespace cudasim::lens {

/// Whether a watched thread's access reads data that the launch must not write: by __ldg, or from constant memory.
bool is_read_only(const Access& access);

/// Stores the reported scope and order in an atomic access.
void refine(Access& access);

/// The fence that corresponds to the compiler's instruction with this order.
Fence fence_of(int order);

}  // namespace cudasim::lens
