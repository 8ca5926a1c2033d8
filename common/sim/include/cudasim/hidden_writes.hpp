// For libraries whose host code writes the memory of kernels without a call of the runtime.
#pragma once

namespace cudasim::detail {

/// From now on, such memory may change at any time. Returns true, so that an initializer can call it.
bool memory_may_change_unseen();

}  // namespace cudasim::detail
