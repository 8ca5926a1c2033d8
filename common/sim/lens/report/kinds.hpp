// The kinds of hazards, one row each. Names, the order in reports, SARIF's levels, and what heads of corpus programs may say all
// follow from this table. HAZARDS.md describes each kind; SARIF shows that text as help.
#pragma once

#include <cstdint>
#include <string_view>

namespace cudasim::lens {

/// The order of the report: causes first. A wrong index may cause anything; a barrier that not all threads reach causes races.
enum class Severity : std::uint8_t {
  cause,
  failed_call,
  mistake,
  symptom,
  leak,  ///< does not change the exit code
  note,  ///< the same, and is in a list of its own
};

/// Whether it matters which of a hazard's two places comes first.
enum class Places : std::uint8_t { ordered, either_first };

/// X(kind, name, severity, places, usual cause and fix). Where findings of a kind have several causes, the row has the most
/// frequent one and wording.cpp the others.
#define CUDASIM_HAZARD_KINDS(X)                                                                             \
  X(race_shared, "race-shared", symptom, either_first,                                                      \
    "a missing barrier between writing the data and using them. Fix: put __syncthreads(), reached by all "  \
    "threads of the block, between the two lines.")                                                         \
  X(race_global, "race-global", symptom, either_first,                                                      \
    "blocks share data, but they run in any order and __syncthreads() does not join them. Fix: give each "  \
    "block its own part and combine the parts in another launch, with atomics, or in the last block to "    \
    "finish (__threadfence() before an atomic counter).")                                                   \
  X(race_warp, "race-warp", symptom, either_first,                                                          \
    "the code relies on the lanes of a warp running in lockstep, which is not guaranteed since Volta. "     \
    "Fix: put __syncwarp() between the two lines; neither shuffles and votes nor volatile order memory.")   \
  X(reuse_without_barrier, "reuse-without-barrier", mistake, either_first,                                  \
    "the next phase, or the next iteration of a loop, overwrites what slower threads still read. Fix: "     \
    "put another __syncthreads() after the last read.")                                                     \
  X(divergent_barrier, "divergent-barrier", mistake, either_first,                                          \
    "a barrier inside a branch or a loop that some threads of the block do not take; the kernel "           \
    "deadlocks or continues with wrong data. Fix: move the barrier out of the branch and put only the "     \
    "work inside it.")                                                                                      \
  X(early_exit_barrier, "early-exit-barrier", mistake, either_first,                                        \
    "an early return of the threads past the end of the data, or a barrier inside an if. Fix: put only "    \
    "the work inside the if, so that every thread of the block reaches every barrier.")                     \
  X(missing_lanes, "missing-lanes", mistake, either_first,                                                  \
    "a full mask in a branch that only some lanes take, or a mask without a lane that takes part. Fix: "    \
    "compute the mask before the branch (__ballot_sync), let all its lanes make the call, and read no "     \
    "others.")                                                                                              \
  X(out_of_bounds, "out-of-bounds", cause, ordered,                                                         \
    "a missing or wrong bounds check in the last block, or an index with the wrong base (off by one). "     \
    "Fix: compare the index with the size before the access.")                                              \
  X(use_after_free, "use-after-free", cause, ordered,                                                       \
    "a copy of the pointer outlives the memory. Fix: free the memory after its last use.")                  \
  X(host_access, "host-access", mistake, ordered,                                                           \
    "a device pointer is dereferenced on the host, which crashes on a GPU machine. Fix: copy the data "     \
    "with cudaMemcpy, or allocate it with cudaMallocManaged.")                                              \
  X(uninitialized_shared, "uninitialized-shared", mistake, ordered,                                         \
    "shared memory is not cleared at the start, and only a part of it was written. Fix: write every "       \
    "element that is read, then call __syncthreads().")                                                     \
  X(uninitialized_global, "uninitialized-global", mistake, ordered,                                         \
    "cudaMalloc does not clear memory. Fix: fill it with cudaMemset, cudaMemcpy or a kernel first.")        \
  X(uninitialized_local, "uninitialized-local", mistake, ordered,                                           \
    "a thread's own array has no value until it is written, often a sum that starts without = {}. Fix: "    \
    "write every element that is read.")                                                                    \
  X(misaligned, "misaligned", cause, ordered,                                                               \
    "a pointer is cast to a wider type at an odd element. Fix: start at a multiple of the wide type, or "   \
    "load single elements at the edges.")                                                                   \
  X(leak, "leak", leak, ordered,                                                                            \
    "an early return, or a lost pointer. Fix: free it with cudaFree or cudaFreeHost, or keep it in an "     \
    "object whose destructor does.")                                                                        \
  X(bad_free, "bad-free", mistake, ordered,                                                                 \
    "two threads, or two owners, free the same memory. Fix: free once what malloc or new returned in a "    \
    "kernel; memory of cudaMalloc is freed by cudaFree.")                                                   \
  X(race_stream, "race-stream", mistake, either_first,                                                      \
    "streams run concurrently, and one made with cudaStreamNonBlocking does not wait for the default "      \
    "stream either. Fix: record an event after the first (cudaEventRecord) and make the other stream "      \
    "wait for it (cudaStreamWaitEvent), or use one stream.")                                                \
  X(not_waited_for, "not-waited-for", mistake, ordered,                                                     \
    "a launch or an asynchronous copy returns before its work is done. Fix: wait first, with "              \
    "cudaDeviceSynchronize(), cudaStreamSynchronize() or cudaEventSynchronize().")                          \
  X(stale_read, "stale-read", mistake, ordered,                                                             \
    "__ldg, textures, surfaces and __constant__ variables read through a cache that does not see writes "   \
    "of the same launch, even if a barrier orders them. Fix: read the data with a plain load, or write "    \
    "it in an earlier launch.")                                                                             \
  X(foreign_local, "foreign-local", mistake, ordered,                                                       \
    "the address of a local variable is passed to another thread through shared or global memory. Fix: "    \
    "pass the value, or keep it in shared memory.")                                                         \
  X(shift_too_far, "shift-too-far", mistake, ordered,                                                       \
    "1 << n where n grows with the data. Fix: check n first, or shift a wider type.")                       \
  X(cast_too_large, "cast-too-large", mistake, ordered,                                                     \
    "no range check before the cast. Fix: check the range, or use __float2int_rz or a similar intrinsic, "  \
    "which is defined to saturate.")                                                                        \
  X(division_by_zero, "division-by-zero", mistake, ordered,                                                 \
    "a divisor that is 0 for some threads. Fix: check it before the division.")                             \
  X(restrict_overlap, "restrict-overlap", mistake, ordered,                                                 \
    "a kernel for two arrays that is launched with one. Fix: remove __restrict__ from these parameters, "   \
    "or use a second array.")                                                                               \
  X(absent_block, "absent-block", mistake, ordered,                                                         \
    "a missing cluster.sync() at the start: blocks of a cluster run at the same time, but may not have "    \
    "started yet. Fix: call cluster.sync() before the first access.")                                       \
  X(missing_proxy_fence, "missing-proxy-fence", mistake, ordered,                                           \
    "TMA copies access memory through the async proxy, which does not see plain writes without a proxy "    \
    "fence. Fix: let each thread that wrote call cuda::ptx::fence_proxy_async(cuda::ptx::space_shared), "   \
    "then a barrier, then one thread starts the copy.")                                                     \
  X(unchecked_error, "unchecked-error", failed_call, ordered, "" /* words: runtime/unchecked_errors.cpp */) \
  X(check_before_atomic, "check-before-atomic", note, either_first,                                         \
    "a check that saves an atomic operation, or the first guess of a compare-and-swap loop: the plain "     \
    "read may be old, and the atomic operation decides. Fix: read it with a volatile or atomic load to "    \
    "be strictly correct.")                                                                                 \
  X(event_not_recorded, "event-not-recorded", note, either_first,                                           \
    "cudaEventRecord is missing, comes later, or is given another event. Fix: record the event first; a "   \
    "wait for an event that was not recorded returns at once.")                                             \
  X(fetch_out_of_range, "fetch-out-of-range", note, either_first,                                           \
    "a missing bounds check in the last block, or code that relies on the 0. Fix: check the bounds, "       \
    "unless 0 is the value that the program needs there.")

enum class HazardKind : std::uint8_t {
#define X(kind, name, severity, places, cause) kind,
  CUDASIM_HAZARD_KINDS(X)
#undef X
};

struct KindRow {
  std::string_view name;
  Severity severity;
  Places places;
  const char* usual_cause;
};

inline constexpr KindRow hazard_kinds[] = {
#define X(kind, name, severity, places, cause) {name, Severity::severity, Places::places, cause},
    CUDASIM_HAZARD_KINDS(X)
#undef X
};

constexpr const KindRow& row_of(HazardKind kind) { return hazard_kinds[static_cast<unsigned>(kind)]; }

/// Null if no kind has that name.
constexpr const KindRow* find_kind(std::string_view name) {
  for (const KindRow& row : hazard_kinds)
    if (row.name == name) return &row;
  return nullptr;
}

constexpr Severity severity_of(std::string_view name) {
  const KindRow* const row = find_kind(name);
  return row == nullptr ? Severity::mistake : row->severity;
}

constexpr bool is_note(std::string_view name) { return severity_of(name) == Severity::note; }

}  // namespace cudasim::lens
