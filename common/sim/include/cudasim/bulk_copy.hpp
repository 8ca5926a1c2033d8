// Bulk copies, as Hopper's TMA makes them. Here they happen at once; the lens knows which have not been waited for.
#pragma once

#include <cstddef>
#include <cstdint>

#include <type_traits>

#include "cudasim/cluster.hpp"
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
/// The same for a box; the bytes that are reported to the barrier.
std::uint64_t bulk_to_shared(void* to, const TensorBox& from, const std::uint64_t* until, const Site& site);
void bulk_to_global(void* to, const void* from, std::size_t bytes, const Site& site);
void bulk_to_global(const TensorBox& to, const void* from, const Site& site);

enum class BulkOperation { add, dec, inc, max, min, and_op, or_op, xor_op };
enum class BulkElement { u32, s32, u64, s64, f16, bf16, f32, f64 };
struct BulkReduction {
  BulkOperation operation;
  BulkElement element;
};
/// Those that PTX has, to global memory; to shared memory of a cluster, those of 32 bits and sums of 64.
constexpr bool is_reduction(const BulkReduction& reduction, bool to_cluster) {
  const BulkElement element = reduction.element;
  const bool wide = element == BulkElement::u64 || element == BulkElement::s64;
  const bool integer = element == BulkElement::u32 || element == BulkElement::s32 || wide;
  switch (reduction.operation) {
    case BulkOperation::add: return integer || !to_cluster;
    case BulkOperation::dec:
    case BulkOperation::inc: return element == BulkElement::u32;
    case BulkOperation::max:
    case BulkOperation::min:
      return to_cluster ? integer && !wide
                        : integer || element == BulkElement::f16 || element == BulkElement::bf16;
    default: return integer && !(to_cluster && wide);
  }
}
/// Reductions in bulk of shared memory into global memory, where `until` is null, or into shared memory of the cluster.
void bulk_reduce(void* to, const void* from, std::size_t bytes, const BulkReduction& reduction,
                 const std::uint64_t* until, const Site& site);
void bulk_reduce(const TensorBox& to, const void* from, BulkOperation operation, const Site& site);
/// The thread's copies from shared memory so far are a group.
void bulk_commit();
/// Waits for all groups but the newest; `read`: until they have read their source.
void bulk_wait(std::size_t newest, bool read);
/// What the thread has written is there for copies in bulk, too.
void proxy_fence(const Site& site);
/// The mbarriers that it has initialised are.
void mbarrier_init_fence(const Site& site);

CUDASIM_INLINED void bulk_load(void* to, const void* from, std::size_t bytes, std::uint64_t* until,
                               const Site& site) {
  bulk_to_shared(to, from, bytes, until, site);
  take_from_phase(until, bytes_copied(bytes));
}
CUDASIM_INLINED void bulk_load(void* to, const TensorBox& from, std::uint64_t* until, const Site& site) {
  const std::uint64_t bytes = bulk_to_shared(to, from, until, site);
  take_from_phase(until, bytes_copied(bytes));
}

/// Into each block of the cluster that has a bit in the mask, at the same places.
template <class From>
CUDASIM_INLINED void bulk_multicast(void* to, const From& from, std::size_t bytes, std::uint64_t* until,
                                    unsigned mask, const Site& site) {
  for (unsigned rank = 0; mask >> rank != 0; ++rank) {
    if ((mask >> rank & 1) == 0) continue;
    void* there = in_cluster(to, rank, site);
    auto* told = static_cast<std::uint64_t*>(in_cluster(until, rank, site));
    if constexpr (std::is_same<From, TensorBox>::value)
      bulk_load(there, from, told, site);
    else
      bulk_load(there, from, bytes, told, site);
  }
}

}  // namespace cudasim::detail
