// What the execution core and the runtime API of the simulator know of each other.
#pragma once

#include <cstddef>

#include "cudasim/error.hpp"

struct cudaDeviceProp;

namespace cudasim {

/// Sets the calling host thread's last error and returns it. Errors that destroy a CUDA context stay. (api)
cudaError_t record_error(cudaError_t error);

/// The error that has made the device unusable, or cudaSuccess. (api)
cudaError_t sticky_error();

/// True while the calling OS thread runs device code. (core)
bool in_kernel();

/// Room for the shared memory of a block inside the device address reservation, 4096-aligned; never given
/// back. Null if not even `left_over` bytes would be left after it. (api)
char* reserve_shared_arena(std::size_t bytes, std::size_t left_over = 0);

/// Dynamic shared memory in bytes that a launch of the kernel may request. A null kernel means a kernel
/// whose address the launch cannot know: the largest limit that any kernel was given. (api)
std::size_t dynamic_shared_limit(const void* kernel);

/// Blocks that a cluster of the kernel may have: 8, or 16 where that was allowed. (api)
unsigned cluster_limit(const void* kernel);

/// What device code may allocate (cudaLimitMallocHeapSize). (api)
std::size_t malloc_heap_size();

/// (api)
const cudaDeviceProp& device_properties();

}  // namespace cudasim
