// Hazards as they are found, in the middle of a kernel: program counters and numbers. They become text later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/lens/race/allocations.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/release_log.hpp"
#include "sim/lens/report/hazards.hpp"
#include "sim/lens/report/kinds.hpp"

namespace cudasim::lens {

/// One access, or one thread that waits.
struct FoundPlace {
  const void* pc = nullptr;
  std::string file;  ///< if the line is known without a program counter
  int line = 0;
  AccessKind access = AccessKind::read;
  bool is_thread = false;  ///< the indices hold
  Index thread = {};
  Index block = {};
  std::string who;             ///< where it is neither a thread nor host code
  const char* does = nullptr;  ///< where it neither reads nor writes: " frees"
};

/// What was accessed.
struct FoundMemory {
  bool is_shared = false;
  std::string variable;           ///< of shared memory; empty: dynamic shared memory
  bool is_known = false;          ///< there is a shared variable or an allocation to name
  bool is_page_locked = false;    ///< host memory that copies reach without the host
  bool is_pageable = false;       ///< host memory that a graph's copies reach
  const void* address = nullptr;  ///< of a __device__ variable; else null
  KnownAllocation allocation;     ///< of global memory
  std::size_t offset = 0;  ///< of the access in the variable or allocation; wraps round for those before it
  std::size_t size = 0;    ///< of the variable, bytes; of all allocations that a line leaks
  unsigned bytes = 0;      ///< of the access
  unsigned alignment = 1;
};

struct Finding {
  HazardKind kind;
  std::string kernel;
  FoundPlace first;
  FoundPlace second;
  FoundMemory memory;
  std::string detail;              ///< one more sentence for the message
  bool mixed_sizes = false;        ///< atomic operations of two sizes on common bytes
  bool in_graph = false;           ///< both are nodes of one graph
  bool overlaps = false;           ///< the second has not waited for the preceding kernel, the first
  bool by_default_stream = false;  ///< the first is a copy or fill of the legacy default stream
  bool of_bulk = false;            ///< a copy in bulk is one of the two
  bool of_cluster = false;         ///< of two blocks of a cluster, in the shared memory of one
  bool owner_has_ended = false;    ///< the block whose shared memory it is, not: has not begun
  bool too_narrow = false;         ///< atomic operations of which one does not concern the other's thread
  std::optional<unsigned> named_barrier;  ///< the number of a barrier that one of the two warps comes to
  std::optional<BrokenLink>
      link;  ///< how the first access was handed on to the second's thread, though in vain
};

/// Whether a finding of this kind, kernel and places is known; if so, it is counted, else it is known from
/// now on. To be asked before a finding is put together. Kernels have interned names; places any number that
/// tells them apart.
bool is_repeated(HazardKind kind, const std::string* kernel, std::uintptr_t first, std::uintptr_t second);
inline bool is_repeated(HazardKind kind, const std::string* kernel, const void* first, const void* second) {
  return is_repeated(kind, kernel, reinterpret_cast<std::uintptr_t>(first),
                     reinterpret_cast<std::uintptr_t>(second));
}
void add_finding(Finding finding);

/// Always the same address for the same name.
const std::string* intern(const std::string& name);

/// Makes hazards of all findings so far. Reads debug information: not to be called on a fibre's small stack.
void tell_findings();

}  // namespace cudasim::lens
