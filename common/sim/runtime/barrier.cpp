// Barriers of a block and of a grid. A barrier is complete when every thread that has not ended waits at the
// same place. If that is impossible, the worker finds that no thread can run and reports it
// (divergence.cpp).
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

// This function is most of the cost of a kernel with barriers: between the first thread of the block and the last one, most take a few steps.
void synchronise_block(const char* file, int line, int number) {
  const void* const called_from = __builtin_return_address(0);
  Worker& worker = *this_worker;
  Block& block = *worker.block;
  Barrier& barrier = block.barrier;
  const bool is_quick = barrier.is_quick_at(file, line, number) && barrier.arrived + 1 != block.live;
  DeviceThread* next = is_quick ? block.next_begun() : nullptr;
  if (next == nullptr) {
    come_to_barrier(true, {"__syncthreads", file, line, number}, called_from, true);
    return;
  }
  ++barrier.arrived;
  worker.wait_with_others(Wait::block, barrier.site, called_from, *next);
}

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
