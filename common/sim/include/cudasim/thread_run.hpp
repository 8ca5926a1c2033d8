// Threads of a warp that do not wait for each other run as one loop, here, where the compiler sees the kernel.
#pragma once

/// What is the simulator's own in a program that is built for the lens: its accesses and calls are not reported.
#ifdef CUDASIM_LENS
#define CUDASIM_UNREPORTED __attribute__((no_sanitize("thread")))
#else
#define CUDASIM_UNREPORTED
#endif

namespace cudasim::detail {

/// Threads that have yet to begin and follow the running one in its warp and row: they run here, one after the other, and the worker
/// learns of it when one of them asks for anything.
struct ThreadRun {
  unsigned left;       ///< of them
  unsigned* thread_x;  ///< threadIdx.x, which code for the lens takes for a constant
};
extern __thread ThreadRun thread_run;

template <class Body>
CUDASIM_UNREPORTED void invoke(void* body) {
  for (;;) {
    (*static_cast<Body*>(body))();
    if (thread_run.left == 0) return;
    --thread_run.left;
    ++*thread_run.thread_x;
    asm volatile("" : : : "memory");  // a fault in the kernel finds them in memory
  }
}

}  // namespace cudasim::detail
