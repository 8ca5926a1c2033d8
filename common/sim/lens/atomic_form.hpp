// What the headers tell of the next atomic operation or fence: its scope and order (cudasim/memory_order.hpp).
#pragma once

#include "sim/lens/checker.hpp"

namespace cudasim::lens {

/// Puts into an atomic access what was told of it.
void refine(Access& access);

/// The fence that the compiler's instruction of this order stands for.
Fence fence_of(int order);

}  // namespace cudasim::lens
