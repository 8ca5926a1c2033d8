#include "sim/lens/hopper_wording.hpp"

namespace cudasim::lens {

const char* hopper_cause(const Finding& finding) {
  if (finding.kind != HazardKind::absent_block)
    return "a missing barrier between blocks of a cluster. Put cluster.sync() of cooperative groups, reached "
           "by all "
           "threads of the cluster, between the two lines; __syncthreads() joins the own block only.";
  return finding.owner_has_ended ? "a last cluster.sync() is missing: a block's shared memory is there until "
                                   "it ends, so it waits for "
                                   "those who use it."
                                 : "a first cluster.sync() is missing: blocks of a cluster run at the same "
                                   "time, but need not have begun "
                                   "before it.";
}

std::string hopper_fault(const Finding& finding) {
  return std::string("in the shared memory of another block of its cluster, block ") + finding.detail +
         (finding.owner_has_ended ? ", which may have ended" : ", which may not have begun");
}

}  // namespace cudasim::lens
