// Copies in bulk, as Hopper's own unit makes them. Here they are made at once; the lens knows which nobody has waited for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cudasim/mbarrier.hpp"
#include "cudasim/site.hpp"

namespace cudasim::detail {

/// A box of a tensor: the map's address and the first element's coordinates.
struct TensorBox {
  const void* map;
  const std::int32_t* coordinates;
  unsigned dimensions;
};

/// Copies to shared memory of the cluster, from global memory or the own block's, for a barrier in the same block.
void bulk_to_shared(void* to, const void* from, std::size_t bytes, const std::uint64_t* until,
                    const Site& site);
/// The same of a box; the bytes that the barrier is told of.
std::uint64_t bulk_to_shared(void* to, const TensorBox& from, const std::uint64_t* until, const Site& site);
void bulk_to_global(void* to, const void* from, std::size_t bytes, const Site& site);
void bulk_to_global(const TensorBox& to, const void* from, const Site& site);
/// The thread's copies from shared memory so far are a group.
void bulk_commit();
/// Waits for all groups but the newest; `read`: until they have read their source.
void bulk_wait(std::size_t newest, bool read);
/// What the thread has written is there for copies in bulk, too.
void proxy_fence(const Site& site);

CUDASIM_INLINED void bulk_load(void* to, const void* from, std::size_t bytes, std::uint64_t* until,
                               const Site& site) {
  bulk_to_shared(to, from, bytes, until, site);
  take_from_phase(until, bytes_copied(bytes));
}
CUDASIM_INLINED void bulk_load(void* to, const TensorBox& from, std::uint64_t* until, const Site& site) {
  const std::uint64_t bytes = bulk_to_shared(to, from, until, site);
  take_from_phase(until, bytes_copied(bytes));
}

}  // namespace cudasim::detail
