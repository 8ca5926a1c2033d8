// Threads of a block that do not wait for each other run as one loop, here, where the compiler sees the kernel.
#pragma once

/// What is the simulator's own in a program that is built for the lens: its accesses and calls are not reported.
#ifdef CUDASIM_LENS
#define CUDASIM_UNREPORTED __attribute__((no_sanitize("thread")))
#else
#define CUDASIM_UNREPORTED
#endif

namespace cudasim::detail {

/// Threads that have yet to begin and follow the running one in its block: they run here, one after the other, and the worker
/// learns of it when one of them asks for anything.
struct ThreadRun {
  unsigned left;       ///< of them
  unsigned* thread_x;  ///< threadIdx.x, which code for the lens takes for a constant
  unsigned row;        ///< blockDim.x
};
extern __thread ThreadRun thread_run;

/// The first thread of the next row runs.
void begin_row();

template <class Body>
CUDASIM_UNREPORTED void invoke(void* body) {
  for (;;) {
    (*static_cast<Body*>(body))();
    if (thread_run.left == 0) return;
    --thread_run.left;
    if (++*thread_run.thread_x == thread_run.row) begin_row();
    asm volatile("" : : : "memory");  // a fault in the kernel finds them in memory
  }
}

}  // namespace cudasim::detail
