#include "sim/lens/report/hopper_wording.hpp"

namespace cudasim::lens {

bool of_mbarrier(const Finding& finding) {
  return finding.kind == HazardKind::missing_proxy_fence && finding.first.access == AccessKind::atomic;
}

bool of_named_barrier(const Finding& finding) {
  const bool of_shared =
      finding.kind == HazardKind::race_shared || finding.kind == HazardKind::reuse_without_barrier;
  const bool plain =
      finding.first.access != AccessKind::atomic && finding.second.access != AccessKind::atomic;
  return finding.named_barrier && !finding.of_cluster && !finding.of_bulk &&
         (of_shared || (finding.kind == HazardKind::race_global && plain));
}

std::string named_barrier_cause(const Finding& finding) {
  const std::string number = std::to_string(*finding.named_barrier);
  return "a named barrier joins only the warps that reach it. Fix: let the warps of both threads come to "
         "barrier " +
         number + " (bar.sync " + number +
         ", with a count that holds them all) between the two lines, or put __syncthreads(), reached by all "
         "threads of the block, there.";
}

const char* hopper_cause(const Finding& finding) {
  if (of_mbarrier(finding))
    return "the initialization of an mbarrier is visible to threads, but not yet to the copy engine (the "
           "async proxy). Fix: let the thread that initialized it call "
           "cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster), or "
           "cuda::ptx::fence_proxy_async(cuda::ptx::space_shared), then a barrier for the others.";
  if (finding.kind == HazardKind::missing_proxy_fence) return nullptr;
  if (finding.of_bulk && finding.owner_has_ended && finding.first.access == AccessKind::read)
    return "no wait at the end of the kernel. Fix: let the thread that started the copy call "
           "cp_async_bulk_commit_group() and cp_async_bulk_wait_group_read() before it ends.";
  if (finding.of_bulk && finding.owner_has_ended)
    return "no wait for the last phase of the mbarrier. Fix: let a thread of the block wait for each phase "
           "(mbarrier_try_wait_parity, or the wait of cuda::barrier), and start no copy that is not used.";
  if (finding.of_bulk && finding.second.access == AccessKind::read)
    return "the buffer is reused while a copy to global memory still reads it. Fix: let the thread that "
           "started the copy call cp_async_bulk_commit_group() and cp_async_bulk_wait_group_read(), then a "
           "barrier for the others.";
  if (finding.of_bulk)
    return "no wait for the phase of the mbarrier. Fix: every thread that uses the data waits for it "
           "(mbarrier_try_wait_parity, or the wait of cuda::barrier), or meets a thread that has waited at a "
           "barrier.";
  if (finding.kind != HazardKind::absent_block)
    return "a missing barrier between blocks of a cluster. Fix: put cluster.sync() of cooperative groups, "
           "reached by all threads of the cluster, between the two lines; __syncthreads() joins one block "
           "only.";
  if (!finding.owner_has_ended) return nullptr;
  return "a missing cluster.sync() at the end: the shared memory of a block is gone once the block ends. "
         "Fix: "
         "let the block wait, with cluster.sync(), for those that use its memory.";
}

std::string hopper_fault(const Finding& finding) {
  return std::string("in the shared memory of another block of its cluster, block ") + finding.detail +
         (finding.owner_has_ended ? ", which may have ended" : ", which may not have started");
}

}  // namespace cudasim::lens
