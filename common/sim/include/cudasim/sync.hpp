// Barriers, fences, clocks and the like. The default arguments note the place of the call in the source.
#pragma once

#include "cudasim/memory_order.hpp"
#include "cudasim/site.hpp"

namespace cudasim {
namespace detail {

/// The result of a block barrier that combines the threads' predicates.
struct BarrierVotes {
  unsigned threads;   ///< threads that took part
  unsigned agreeing;  ///< threads of these whose predicate was not zero
};

/// True for the barrier or fence that CUDASIM_WITHOUT names: it is as if it were not there. (barrier.cpp)
bool is_taken_out(const Site& site);
/// The thread pauses: others may run, but need not.
void rest();
/// Waits until every thread of the block that has not ended is at this barrier.
BarrierVotes block_barrier(bool predicate, const Site& site);
/// The thread has arrived there, and waits later, by block_barrier.
void block_arrive();
/// The same as block_barrier for __syncthreads(), which combines no predicates.
void synchronise_block(const char* file, int line, int number);
/// Waits until every thread of a cooperatively launched grid is at this barrier.
void grid_barrier(const Site& site);
/// A barrier of the block that has a number: waits there, or only arrives, with `count` threads in all, 0: with all of the block. Warps
/// arrive as a whole; `aligned`: at one place.
void named_barrier(unsigned number, unsigned count, bool waits, bool aligned, const Site& site);
/// For launches that may overlap the preceding kernel: that kernel has ended; the next kernel may begin. Here they run one after the other.
void wait_for_grids_ahead();
void let_grids_behind_begin();
/// True if the running kernel was launched so that its grid can be synchronised.
bool grid_is_cooperative();
/// Waits until every lane of `mask` that has not ended is here.
void warp_barrier(unsigned mask, const Site& site);
/// The lanes of the warp that are at this place when no lane of it can go on elsewhere, the caller among
/// them.
/// `may_be_fewer`: of lanes in a branch, those with even and those with odd numbers may run apart.
unsigned converged_lanes(const Site& site, bool may_be_fewer = false);
/// Lets other threads of the block run first.
void yield();
/// The thread looks at a word that another one may change: now and then it lets others run.
void count_poll();
/// Ends the kernel with cudaErrorLaunchFailure.
[[noreturn]] void trap(const Site& site);
/// The same for a library's class or function that is not used as its manual requires: `why` goes into the message.
[[noreturn]] void misused(const Site& site, const char* why);
/// A counter that grows by about one a processor cycle.
long long cycles();
/// A fence of cluster scope.
inline void fence_cluster(CUDASIM_SITE_ARGUMENTS) {
  if (is_taken_out({"fence", file, line})) return;
  tell_form(form_of(__ATOMIC_SEQ_CST, form_cluster));
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

}  // namespace detail
}  // namespace cudasim

inline void __syncthreads(CUDASIM_BARRIER_ARGUMENTS) {
  cudasim::detail::synchronise_block(file, line, number);
}

inline int __syncthreads_count(int predicate, CUDASIM_BARRIER_ARGUMENTS) {
  return static_cast<int>(
      cudasim::detail::block_barrier(predicate != 0, {"__syncthreads_count", file, line, number}).agreeing);
}

inline int __syncthreads_and(int predicate, CUDASIM_BARRIER_ARGUMENTS) {
  const auto votes =
      cudasim::detail::block_barrier(predicate != 0, {"__syncthreads_and", file, line, number});
  return votes.agreeing == votes.threads;
}

inline int __syncthreads_or(int predicate, CUDASIM_BARRIER_ARGUMENTS) {
  return cudasim::detail::block_barrier(predicate != 0, {"__syncthreads_or", file, line, number}).agreeing !=
         0;
}

inline void __syncwarp(unsigned mask = 0xffffffffu, CUDASIM_SITE_ARGUMENTS) {
  cudasim::detail::warp_barrier(mask, {"__syncwarp", file, line});
}

inline unsigned __activemask(CUDASIM_SITE_ARGUMENTS) {
  return cudasim::detail::converged_lanes({"__activemask", file, line}, true);
}

// The order tells the lens the scope: whoever sees only the instruction cannot tell them apart otherwise.
inline void __threadfence(CUDASIM_SITE_ARGUMENTS) {
  if (!cudasim::detail::is_taken_out({"__threadfence", file, line})) __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence_block(CUDASIM_SITE_ARGUMENTS) {
  if (!cudasim::detail::is_taken_out({"__threadfence_block", file, line}))
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
inline void __threadfence_system(CUDASIM_SITE_ARGUMENTS) {
  if (!cudasim::detail::is_taken_out({"__threadfence_system", file, line}))
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

inline void cudaGridDependencySynchronize() { cudasim::detail::wait_for_grids_ahead(); }
inline void cudaTriggerProgrammaticLaunchCompletion() { cudasim::detail::let_grids_behind_begin(); }

inline void __nanosleep(unsigned) { cudasim::detail::rest(); }

[[noreturn]] inline void __trap(CUDASIM_SITE_ARGUMENTS) { cudasim::detail::trap({"__trap", file, line}); }

inline void __brkpt() {}

namespace cudasim {
/// What the translator makes of a prefetch instruction: a hint without effect.
template <class... A>
void prefetch_hint(const A&...) {}
}  // namespace cudasim

// clock() is libc's: the name and the type are the same.
inline long long clock64() { return cudasim::detail::cycles(); }
