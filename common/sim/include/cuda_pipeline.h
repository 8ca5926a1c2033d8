// Stand-in: asynchronous copies to shared memory by their primitive functions.
#pragma once

#include "cuda_runtime.h"
#include "cudasim/async_copy.hpp"

/// Inlined always, so that the access belongs to the caller's line. It is the instruction cp.async.
inline __attribute__((always_inline)) void __pipeline_memcpy_async(void* to, const void* from,
                                                                   std::size_t size,
                                                                   std::size_t zero_fill = 0,
                                                                   CUDASIM_SITE_ARGUMENTS) {
  const cudasim::Site site{"__pipeline_memcpy_async", file, line};
  const bool reads = zero_fill < size;
  cudasim::detail::expect_aligned(to, reads ? from : to, size, site);
  cudasim::detail::expect_shared(to, site);
  if (reads) cudasim::detail::expect_global(from, site);
  cudasim::detail::start_copy(to, from, size, zero_fill, nullptr);
}
inline void __pipeline_commit() { cudasim::detail::commit_copies(); }
inline void __pipeline_wait_prior(std::size_t newest) { cudasim::detail::wait_for_copies(newest); }
