// Barriers of a block and of a grid. A barrier is complete when every thread that has not ended waits at the
// same place. If that is impossible, the worker finds that no thread can run and reports it
// (divergence.cpp).
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "sim/runtime/block.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

// CUDASIM_WITHOUT=file:line, where file is the end of a path: `sum/02_reduce_global.cu:31`.
struct TakenOut {
  std::string_view file;
  int line = 0;

  TakenOut() {
    const char* text = std::getenv("CUDASIM_WITHOUT");
    const char* colon = text == nullptr ? nullptr : std::strrchr(text, ':');
    if (colon == nullptr) return;
    file = {text, static_cast<std::size_t>(colon - text)};
    line = std::atoi(colon + 1);
  }
};

__attribute__((init_priority(101))) const TakenOut taken_out;

}  // namespace

bool same_text(const Site& a, const Site& b) {
  return std::strcmp(a.file, b.file) == 0 && std::strcmp(a.operation, b.operation) == 0;
}

void try_release_barrier(Block& block) {
  Barrier& barrier = block.barrier;
  if (barrier.arrived != block.live || barrier.mixed) return;
  if (block.live != block.threads.size()) this_worker->launch->warn_of_early_exit(block);
  if (block_observer != nullptr) block_observer->barrier_complete(block);
  block.votes = {barrier.arrived, barrier.agreeing};
  barrier.arrived = barrier.agreeing = 0;
  barrier.quick = false;
  block.make_all_ready();
}

namespace detail {

bool is_taken_out(const Site& site) {
  if (site.line != taken_out.line) return false;
  const std::string_view path = site.file;
  return path.ends_with(taken_out.file) &&
         (path.size() == taken_out.file.size() || path[path.size() - taken_out.file.size() - 1] == '/');
}

namespace {

BarrierVotes come_to_barrier(bool predicate, const Site& site, const void* called_from, bool may_be_quick) {
  if (site.line == taken_out.line && is_taken_out(site)) return {1, predicate};
  Worker& worker = *this_worker;
  Block& block = *worker.block;
  Barrier& barrier = block.barrier;
  if (barrier.arrived == 0) {
    barrier.site = site;
    barrier.mixed = false;
    barrier.quick = may_be_quick && block_observer == nullptr;
  } else if (!same_place(barrier.site, site)) {
    barrier.mixed = true;
  }
  ++barrier.arrived;
  barrier.agreeing += predicate;
  DeviceThread& thread = worker.suspending(Wait::block, site);
  thread.called_from = called_from;
  if (barrier.arrived == block.live) try_release_barrier(block);
  worker.run_next(thread);
  return block.votes;
}

}  // namespace

BarrierVotes block_barrier(bool predicate, const Site& site) {
  return come_to_barrier(predicate, site, __builtin_return_address(0), false);
}

void block_arrive() {
  if (block_observer != nullptr) block_observer->block_arrived(*this_worker->block, *this_worker->thread);
}

/// Both are null if the thread has passed the barrier.
struct Change {
  Fibre* from;
  Fibre* to;
};

// This function is most of the cost of a kernel with barriers: between the first thread of the block and the last one, most take a few steps.
extern "C" Change cudasim_come_to_barrier(const char* file, int line, int number, const void* called_from) {
  Worker& worker = *this_worker;
  Block& block = *worker.block;
  Barrier& barrier = block.barrier;
  const bool is_quick = barrier.is_quick_at(file, line, number) && barrier.arrived + 1 != block.live;
  DeviceThread* next = is_quick ? block.next_begun() : nullptr;
  if (next == nullptr) {
    come_to_barrier(true, {"__syncthreads", file, line, number}, called_from, true);
    return {nullptr, nullptr};
  }
  ++barrier.arrived;
  return {worker.hand_over(Wait::block, barrier.site, called_from, *next).fibre, next->fibre};
}

#if defined(__x86_64__) && !defined(CUDASIM_ASAN)

static_assert(offsetof(Fibre, context) == 0 && offsetof(Context, frame) == 8 &&
              offsetof(Context, instruction) == 16);

// Switches as switch_context does. A thread that came to this barrier from elsewhere in the kernel than the one that continues would have the
// processor predict a wrong return, at each barrier again: there the return is a jump, which is predicted by the jumps before it. In %rcx
// is where the thread that let this one continue called from, or nothing if that is unknown.
__attribute__((naked)) void synchronise_block(const char*, int, int) {
  asm("pushq %rbp\n\t"
      "pushq %rbx\n\t"
      "pushq %r12\n\t"
      "pushq %r13\n\t"
      "pushq %r14\n\t"
      "pushq %r15\n\t"
      "subq $8, %rsp\n\t"
      ".cfi_def_cfa_offset 64\n\t"
      "movq 56(%rsp), %rcx\n\t"
      "call cudasim_come_to_barrier@PLT\n\t"
      "testq %rax, %rax\n\t"
      "je 2f\n\t"
      "movq %rax, %rdi\n\t"
      "movq 56(%rsp), %rcx\n\t"
      "leaq 1f(%rip), %rax\n\t"
      "movq %rsp, (%rdi)\n\t"
      "movq %rbp, 8(%rdi)\n\t"
      "movq %rax, 16(%rdi)\n\t"
      "movq (%rdx), %rsp\n\t"
      "movq 8(%rdx), %rbp\n\t"
      "jmpq *16(%rdx)\n"
      "1:\n\t"
      "testq %rcx, %rcx\n\t"
      "je 2f\n\t"
      "cmpq 56(%rsp), %rcx\n"
      "2:\n\t"  // flags: equal, or nothing to compare
      "leaq 8(%rsp), %rsp\n\t"
      "popq %r15\n\t"
      "popq %r14\n\t"
      "popq %r13\n\t"
      "popq %r12\n\t"
      "popq %rbx\n\t"
      "popq %rbp\n\t"
      "jne 3f\n\t"
      "ret\n"
      "3:\n\t"
      "popq %rcx\n\t"
      "jmpq *%rcx");
}

#else

void synchronise_block(const char* file, int line, int number) {
  const Change change = cudasim_come_to_barrier(file, line, number, __builtin_return_address(0));
  if (change.from != nullptr) switch_fibre(*change.from, *change.to);
}

#endif

void grid_barrier(const Site& site) {
  if (is_taken_out(site)) return;
  Worker& worker = *this_worker;
  if (!grid_is_cooperative())
    worker.launch->fail_thread(cudaErrorLaunchFailure,
                               "the grid is synchronised at %s:%d, but was not launched by "
                               "cudaLaunchCooperativeKernel",
                               site.file, site.line);
  ++worker.block->at_grid;
  worker.run_next(worker.suspending(Wait::grid, site));
}

bool grid_is_cooperative() { return this_worker->launch->config.cooperative; }

}  // namespace detail
}  // namespace cudasim
