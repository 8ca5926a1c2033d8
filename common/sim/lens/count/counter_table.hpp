// What the lens counts, one row per counter. Fields, sums over launches and ranges, names in JSON, and what the contract of an exercise
// may limit all follow from the rows. ../README.md describes the counters.
#pragma once

#include <algorithm>
#include <cstdint>

namespace cudasim::lens {

/// Of a line's accesses, or of one request. memory_model.cpp computes them.
#define CUDASIM_ACCESS_COUNTERS(X)                                                           \
  X(requests)          /* instructions: an aggregate needs several */                        \
  X(accesses)          /* by single threads */                                               \
  X(bytes)             /* requested by these threads */                                      \
  X(sectors)           /* 32-byte sectors of global memory, summed over the requests */      \
  X(ideal_sectors)     /* the fewest that hold as many different bytes */                    \
  X(l1_clocks)         /* of loads: L1 has the banks of shared memory, finds 4 lines each */ \
  X(wavefronts)        /* of shared memory's banks, or different words of constant memory */ \
  X(ideal_wavefronts)  /* without conflicts */                                               \
  X(atomic_wavefronts) /* in shared memory; lanes that add 1 to a word take one together */  \
  X(broadcasts)        /* requests in which several lanes access one word, and no other */   \
  X(wide_requests)     /* with 8 or 16 bytes per lane */

/// Of the watched blocks of a kernel.
#define CUDASIM_KERNEL_COUNTERS(X)                                                    \
  X(barriers)           /* of blocks */                                               \
  X(warp_operations)    /* shuffles, votes, __syncwarp */                             \
  X(words_handed_on)    /* words of shuffles: two where a lane has 8 bytes */         \
  X(spins)              /* how often a thread has waited in a loop for another one */ \
  X(dropped_accesses)   /* that were too many to be joined */                         \
  X(unchecked_accesses) /* plain accesses for which no hazards were looked for */

#define CUDASIM_FIELD(name) std::uint64_t name = 0;
#define CUDASIM_ADD(name)   name += other.name;

struct Sums {
  CUDASIM_ACCESS_COUNTERS(CUDASIM_FIELD)
  /// No sum: the most different words of one bank, or of constant memory, that lanes served together requested.
  std::uint32_t conflict_degree = 0;

  void add(const Sums& other) {
    CUDASIM_ACCESS_COUNTERS(CUDASIM_ADD)
    conflict_degree = std::max(conflict_degree, other.conflict_degree);
  }
};

struct KernelCounts {
  CUDASIM_KERNEL_COUNTERS(CUDASIM_FIELD)

  void add(const KernelCounts& other) { CUDASIM_KERNEL_COUNTERS(CUDASIM_ADD) }
};

#undef CUDASIM_FIELD
#undef CUDASIM_ADD

}  // namespace cudasim::lens
