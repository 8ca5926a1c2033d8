#pragma once

#include "graphs/graphs.hpp"

/// A bit for each vertex that was reached.
namespace ch06 {

// Letter by letter as in bfs_seen_bits; a test holds the two together.
// [repeated]
// Was vertex v reached, as far as is known by now? Beside other threads' atomic operations.
__device__ bool is_seen(const unsigned* seen, ch06::Index v) {
  const unsigned word = static_cast<const volatile unsigned*>(seen)[v / 32];
  return (word >> v % 32 & 1) != 0;
}

// The thread that sees vertex v first, alone of all, is told so.
__device__ bool sees_first(unsigned* seen, ch06::Index v) {
  const unsigned bit = 1u << v % 32;
  return (atomicOr(&seen[v / 32], bit) & bit) == 0;
}
// [repeated]

}  // namespace ch06
