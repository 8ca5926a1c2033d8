#include "sim/runtime/worker.hpp"

#include "cudasim/shared.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/shared_arena.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/watchdog.hpp"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace cudasim {

__thread Worker* this_worker;

bool in_kernel() { return this_worker != nullptr && this_worker->thread != nullptr; }

Worker& Worker::of_this_thread() {
  struct Cleaner {
    ~Cleaner() {
      delete this_worker;
      this_worker = nullptr;
    }
  };
  if (this_worker == nullptr) {
    // Destructors of static objects may launch kernels after this one has gone: they get another worker.
    thread_local Cleaner cleaner;
    this_worker = new Worker;
  }
  return *this_worker;
}

Worker::Worker() : fibres(fibre_main) { own_block_.arena = take_arena(); }

Worker::~Worker() { give_back_arena(own_block_.arena); }

void Worker::begin(Launch& the_launch, Block& first) {
  launch = &the_launch;
  blockDim = launch->config.block;
  gridDim = launch->config.grid;
  first.shape(launch->config.block);
  detail::shared_launch = launch->serial;
  shared_used = launch->config.shared_bytes;
  shared_static_used = 0;
  abandoned_ = false;
  watch(*this);
}

void Worker::end() {
  unwatch(*this);
  launch = nullptr;
  block = nullptr;
}

void Worker::run_blocks(Launch& the_launch) {
  begin(the_launch, own_block_);
  while (!launch->failed) {
    const std::uint64_t number = launch->next_block.fetch_add(1, std::memory_order_relaxed);
    if (number >= launch->blocks) break;
    if (observer != nullptr && observer->leaves_out(*launch, number)) continue;
    if (launch->seed != 0) own_block_.order_warps(launch->seed + number);
    own_block_.reset(launch->block_index(number));
    if (!run(own_block_)) break;
  }
  end();
}

bool Worker::run(Block& the_block) {
  block = &the_block;
  blockIdx = block->index;
  detail::shared_arena = block->arena;
  if (!block->begun) poison_shared(block->arena, shared_used);
  if (observer != nullptr) observer->block_entered(*launch, *block, !block->begun);
  block->begun = true;
  thread = block->resume();
  switch_fibre(main_, fibre_of(*thread));
  thread = nullptr;
  if (observer != nullptr) observer->block_left(*block, abandoned_ || block->live == 0);
  if (!abandoned_ && (block->live == 0 || block->ready_warps != 0)) return true;
  if (!abandoned_ && launch->config.cooperative && all_wait_for_grid(*block)) return true;
  if (!abandoned_) report_stuck(*launch, *block);
  fibres.abandon_all();
  return false;
}

// Threads that never wait run one after the other on one fibre.
void Worker::fibre_main(Transfer from) {
  arrive(from);
  Worker& worker = *this_worker;
  Fibre& self = *worker.thread->fibre;
  for (;;) {
    worker.launch->call.invoke(worker.launch->call.data);
    worker.block->end(*worker.thread);
    DeviceThread* next = worker.block->next();
    if (next != nullptr && worker.turn_to(*next)) {
      next->fibre = &self;
      continue;
    }
    worker.fibres.give_back(self);
    worker.leave(self, next);
  }
}

namespace {

bool comes_before(const DeviceThread& a, const DeviceThread& b) {
  return a.warp != b.warp ? a.warp < b.warp : a.lane < b.lane;
}

}  // namespace

void Worker::yield() {
  DeviceThread& self = *thread;
  DeviceThread* next = block->next_after(self);
  if (next == nullptr && !launch->config.cooperative) return;
  block->make_ready(block->warps[self.warp], 1u << self.lane);
  // Once all threads of the block have had their turn, it is the other blocks'.
  if (launch->config.cooperative && next != nullptr && comes_before(*next, self)) {
    block->make_ready(block->warps[next->warp], 1u << next->lane);
    next = nullptr;
  }
  if (next == nullptr) block->yielded = &self;
  leave(*self.fibre, next);
}

void Worker::abandon() {
  abandoned_ = true;
  Fibre never_again;
  switch_fibre(never_again, main_);
  __builtin_unreachable();
}

namespace detail {

void yield() {
  if (in_kernel()) this_worker->yield();
}

void count_atomic() {
  static __thread unsigned since_yield;
  if (++since_yield % 1024 == 0) yield();
}

void count_poll() {
  static __thread unsigned since_yield;
  if (++since_yield % 16 == 0) yield();
}

}  // namespace detail
}  // namespace cudasim
