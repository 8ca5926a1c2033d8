#pragma once

#include <cuda/atomic>

#include "graphs/graphs.hpp"

/// A bit for each vertex that was reached.
namespace ch06 {

// Was vertex v reached, as far as is known by now? Runs next to other threads' atomic operations.
__device__ bool is_seen(unsigned* seen, ch06::Index v) {
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> word(seen[v / 32]);
  return (word.load(cuda::memory_order_relaxed) >> v % 32 & 1) != 0;
}

// Returns true to exactly one thread: the first that sees vertex v.
__device__ bool sees_first(unsigned* seen, ch06::Index v) {
  const unsigned bit = 1u << v % 32;
  return (atomicOr(&seen[v / 32], bit) & bit) == 0;
}

}  // namespace ch06
