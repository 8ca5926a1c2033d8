// What the headers tell of the next atomic operation or fence: its scope and order (cudasim/memory_order.hpp).
#pragma once

#include "sim/lens/race/checker.hpp"

namespace cudasim::lens {

/// Whether a watched thread's access is a read of what the launch must not write: by __ldg, or of constant memory.
bool is_read_only(const Access& access);

/// Puts into an atomic access what was told of it.
void refine(Access& access);

/// The fence that the compiler's instruction of this order stands for.
Fence fence_of(int order);

}  // namespace cudasim::lens
