#pragma once

#include <cstddef>

namespace cudasim {

/// Size of the simulated device's memory: CUDASIM_MEMORY bytes if that is set, else three quarters of the
/// memory that the host, or the container this process lives in, has left.
std::size_t device_memory_size();

}  // namespace cudasim
