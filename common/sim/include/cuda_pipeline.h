// Stand-in: asynchronous copies to shared memory happen at once, so there is nothing to commit or to wait
// for.
#pragma once

#include <cstring>

#include "cuda_runtime.h"

/// Copies size - zero_fill bytes and clears the rest.
inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t size, std::size_t zero_fill = 0) {
  std::memcpy(to, from, size - zero_fill);
  std::memset(static_cast<char*>(to) + (size - zero_fill), 0, zero_fill);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}
