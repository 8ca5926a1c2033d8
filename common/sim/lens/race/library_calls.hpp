// Thrust runs on the host here: its accesses to device memory are not reported as host accesses.
#pragma once

namespace cudasim::lens {

/// Whether a host access at this program counter, by the calling OS thread, is made by Thrust or on its
/// behalf: by a function object that it calls.
bool is_library_access(const void* pc);

}  // namespace cudasim::lens
