#include "sim/lens/race/atomic_form.hpp"

#include <utility>

#include "cudasim/memory_order.hpp"
#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/spaces.hpp"
#include "sim/lens/race/fences.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::detail {

void tell_form_to_lens(unsigned form) { lens::current.form = form; }

void tell_read_only_to_lens(const void* address) {
  if (lens::current.mode == lens::Mode::watched) lens::current.read_only = address;
}

unsigned long long unseen_load(const void* address, int bytes) {
  lens::current.updates = address;
  if (bytes == 1) return __atomic_load_n(static_cast<const unsigned char*>(address), __ATOMIC_RELAXED);
  if (bytes == 2) return __atomic_load_n(static_cast<const unsigned short*>(address), __ATOMIC_RELAXED);
  if (bytes == 4) return __atomic_load_n(static_cast<const unsigned*>(address), __ATOMIC_RELAXED);
  return __atomic_load_n(static_cast<const unsigned long long*>(address), __ATOMIC_RELAXED);
}

}  // namespace cudasim::detail

namespace cudasim::lens {
namespace {

/// What tell_form has told of the operation that follows; told once.
unsigned take_form() { return std::exchange(current.form, 0u); }

/// A block alone is a cluster of one.
Scope scope_of(unsigned form) {
  if ((form & detail::form_thread) != 0) return Scope::thread;
  if ((form & detail::form_block) != 0) return Scope::block;
  if ((form & detail::form_cluster) == 0) return Scope::device;
  const Cluster* const cluster = this_worker->block->cluster;
  if (cluster == nullptr || cluster->size == 1) return Scope::block;
  fences_of_launch.of_cluster = true;
  return Scope::cluster;
}

}  // namespace

bool is_read_only(const Access& access) {
  const bool by_ldg = std::exchange(current.read_only, nullptr) == access.address;
  return access.kind == AccessKind::read &&
         (by_ldg || constants.holds(reinterpret_cast<std::uintptr_t>(access.address)));
}

void refine(Access& access) {
  const unsigned form = take_form();
  if (current.mode == Mode::watched) access.scope = scope_of(form);
  access.of_barrier = (form & detail::form_barrier) != 0;
  access.several = (form & detail::form_several) != 0;
  access.compares = (form & detail::form_compares) != 0;
  access.joins = access.compares && current.updates == access.address;
  access.looks = access.only_loads || (form & detail::form_looks) != 0;
  access.accumulates = !access.overwrites && !access.looks && !access.compares;
  if ((form & detail::form_ordered) == 0) return;
  access.acquires = (form & detail::form_acquire) != 0;
  access.releases = (form & detail::form_release) != 0;
}

/// __threadfence_block is a fence of another order (sync.hpp); those of libcu++ tell their form.
Fence fence_of(int order) {
  const unsigned form = take_form();
  if ((form & detail::form_ordered) == 0)
    return {order == __ATOMIC_SEQ_CST ? Scope::device : Scope::block, true, true};
  return {scope_of(form), (form & detail::form_acquire) != 0, (form & detail::form_release) != 0};
}

}  // namespace cudasim::lens
