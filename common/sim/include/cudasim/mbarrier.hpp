// The barrier's word in shared memory that threads arrive at and copies count their bytes at: what cuda::barrier and PTX's mbarrier have
// in common. Inlined always, so that the accesses belong to the caller's line.
#pragma once

#include <cstdint>

#include "cuda/atomic"
#include "cuda_pipeline.h"
#include "cudasim/awaited.hpp"
#include "cudasim/ordered_atomics.hpp"

#define CUDASIM_INLINED inline __attribute__((always_inline))

namespace cudasim::detail {

/// Takes a part off, calls at_end() and begins the next phase if nothing is left of this one. Returns the word as it was.
template <::cuda::thread_scope Scope, class AtEnd>
CUDASIM_INLINED std::uint64_t take_from_phase(std::uint64_t& state, std::uint64_t part, AtEnd at_end) {
  const unsigned several = pending_of(part) > 1 ? form_several : 0u;
  const std::uint64_t old =
      ordered_update(&state, form_of(::cuda::memory_order_acq_rel, Scope) | form_barrier | several,
                     [part](std::uint64_t now) { return now - part; });
  const std::uint64_t now = old - part;
  if (is_phase_over(now)) {
    tell_phase(&state);
    at_end();
    ordered_store(&state, form_of(::cuda::memory_order_release, Scope, form_release) | form_barrier,
                  ((now & phase_bit) ^ phase_bit) | full_phase(now & most_expected));
  }
  return old;
}
/// The same of a block's barrier, which other blocks of the cluster may reach, too.
CUDASIM_INLINED std::uint64_t take_from_phase(std::uint64_t* state, std::uint64_t part) {
  return take_from_phase<::cuda::thread_scope_device>(*state, part, [] {});
}

/// The barrier's phase ends when the thread's copies so far, but those in bulk, have.
void tell_arrival_to_lens(const void* barrier);
/// `counts`: that is one of the arrivals that the phase waits for.
CUDASIM_INLINED void arrive_behind_copies(std::uint64_t* barrier, bool counts) {
#ifdef CUDASIM_LENS
  tell_arrival_to_lens(barrier);
#endif
  if (counts) take_from_phase(barrier, pending_one);
}

CUDASIM_INLINED std::uint64_t arrivals(std::uint64_t count) { return count * pending_one; }
CUDASIM_INLINED std::uint64_t bytes_copied(std::uint64_t bytes) { return bytes * byte_one; }
CUDASIM_INLINED std::uint64_t bytes_expected(std::uint64_t bytes) { return 0 - bytes * byte_one; }

/// Whether the phase of this parity is over.
template <::cuda::thread_scope Scope = ::cuda::thread_scope_device>
CUDASIM_INLINED bool has_phase_ended(const std::uint64_t* state, bool parity) {
  const std::uint64_t now =
      ordered_load(const_cast<std::uint64_t*>(state),
                   form_of(::cuda::memory_order_acquire, Scope, form_acquire) | form_barrier);
  return ((now & phase_bit) != 0) != parity;
}
/// The same; lets others run first if it is not.
CUDASIM_INLINED bool look_for_phase(const std::uint64_t* state, bool parity, const Site& site) {
  const Awaited awaited{state, Awaited::phase, parity, site};
  if (!has_come(awaited)) await(awaited);
  return has_come(awaited) && has_phase_ended(state, parity);
}

}  // namespace cudasim::detail
