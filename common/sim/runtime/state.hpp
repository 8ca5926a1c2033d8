// What the execution core and the runtime API of the simulator share.
#pragma once

#include <atomic>
#include <cstddef>

#include "cudasim/error.hpp"

struct cudaDeviceProp;

namespace cudasim {

/// Sets the calling host thread's last error and returns it. Errors that destroy a CUDA context are sticky. (api)
cudaError_t record_error(cudaError_t error);

/// The error that has made the device unusable, or cudaSuccess. (api)
cudaError_t sticky_error();

/// True while the calling OS thread runs device code. (core)
bool in_kernel();

/// Space for the shared memory of a block inside the device address reservation, aligned to 4096 bytes; never given
/// back. Null if less than `left_over` bytes would remain after it. (api)
char* reserve_shared_arena(std::size_t bytes, std::size_t left_over = 0);

/// Dynamic shared memory in bytes that a launch of the kernel may request. A null kernel means a kernel
/// whose address the launch cannot know: then it is the largest limit that any kernel has. (api)
std::size_t dynamic_shared_limit(const void* kernel);
/// What cudaSetDevice has chosen.
int current_device();

/// The same for static and dynamic shared memory together: 48 KB, or 227 KB once the program has set
/// cudaFuncAttributeMaxDynamicSharedMemorySize, as for the driver (cuFuncSetAttribute). (api)
std::size_t shared_limit(const void* kernel);

/// Blocks that a cluster of the kernel may have: 8, or 16 if that is allowed for it. (api)
unsigned cluster_limit(const void* kernel);

/// Bytes that device code may allocate (cudaLimitMallocHeapSize). (api)
std::size_t malloc_heap_size();

/// (api)
const cudaDeviceProp& device_properties();
/// The program has been told how many SMs the device has, and may do something else for each number.
extern std::atomic<bool> multiprocessors_were_asked_for;

}  // namespace cudasim
