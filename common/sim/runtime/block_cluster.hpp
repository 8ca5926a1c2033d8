// The blocks of a cluster, all in flight on one worker, and the barrier that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/runtime/block.hpp"

namespace cudasim {

struct Cluster {
  Block* blocks = nullptr;  ///< by rank
  unsigned size = 0;
  unsigned arrived = 0;     ///< Live threads that have arrived in this phase.
  std::uint64_t phase = 0;  ///< Of the barrier; also counts threads that have ended.

  /// The thread has ended: no thread waits for it any longer.
  void ended(DeviceThread& thread);
  /// Releases the waiting threads if all live threads have arrived.
  void try_release();
  unsigned rank(const Block& block) const { return static_cast<unsigned>(&block - blocks); }
  /// The block whose shared memory contains the address; null if the cluster has none.
  const Block* owner_of(const void* address) const;
  /// Whether there are threads that have not ended.
  bool lives() const;
};

/// Bytes of address space for the shared memory of each block.
constexpr std::size_t shared_arena_bytes =
    std::size_t{320} * 1024;  // 227 KB dynamic, 48 KB static, red zones and alignment

/// The block in the running block's cluster whose shared memory contains it; null if none does.
const Block* shared_owner(const void* address);

}  // namespace cudasim
