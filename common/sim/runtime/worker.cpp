#include "sim/runtime/worker.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <utility>

#include "cudasim/shared.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/launch_apart.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/settings.hpp"
#include "sim/runtime/shared_arena.hpp"
#include "sim/runtime/source_line.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/watchdog.hpp"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace cudasim {

__thread Worker* this_worker;
__thread detail::ThreadRun detail::thread_run;
bool schedule_holds_threads = false;

namespace {

/// What a worker's threads have done since they last let others run. Each launch starts from zero, so that equal launches interleave equally.
struct SinceYield {
  unsigned atomics, polls, loads;
};
__thread SinceYield since_yield;

constexpr std::size_t most_that_share = 32768;  // threads at once

}  // namespace

bool in_kernel() { return this_worker != nullptr && this_worker->thread != nullptr; }

Worker& Worker::of_this_thread() {
  struct Cleaner {
    ~Cleaner() {
      delete this_worker;
      this_worker = nullptr;
    }
  };
  if (this_worker == nullptr) {
    // Destructors of static objects may launch kernels after this one is gone: they get another worker.
    thread_local Cleaner cleaner;
    this_worker = new Worker;
  }
  return *this_worker;
}

Worker::Worker() : fibres(fibre_main), own_block_(std::make_unique<Block>()) {
  own_block_->arena = take_arena();
}

Worker::~Worker() { give_back_arena(own_block_->arena); }

void Worker::begin(Launch& the_launch, Block& first) {
  launch = &the_launch;
  blockDim = launch->config.block;
  gridDim = launch->config.grid;
  first.shape(launch->config.block);
  detail::shared_launch = launch->serial;
  shared_used = launch->config.shared_bytes;
  shared_static_used = 0;
  abandoned_ = false;
  shares_ = false;
  since_yield = {};
  watch(*this);
  if (launch->is_apart) take_device_turn();
}

void Worker::end() {
  if (launch->is_apart) give_device_turn_back();
  unwatch(*this);
  launch = nullptr;
  block = nullptr;
}

// Blocks run one after the other. A block whose threads only poll what other blocks do is set aside, and the next one
// begins, so blocks may wait for each other in any launch, as on a device that holds them all at once.
void Worker::run_blocks(Launch& the_launch) {
  if (the_launch.cluster_blocks() > 1) return run_clusters(the_launch);
  begin(the_launch, *own_block_);
  bool is_oldest_next = false;
  while (!launch->failed) {
    // New blocks get a share of the work as long as there is memory for the stacks of their threads.
    is_oldest_next = !waiting_blocks_.empty() &&
                     (std::exchange(shares_, false)
                          ? waiting_blocks_.size() * blockDim.x * blockDim.y * blockDim.z >= most_that_share
                          : !is_oldest_next && !schedule_holds_threads);
    if (!is_oldest_next && !begin_block()) {
      if (waiting_blocks_.empty()) break;
      is_oldest_next = true;
    }
    if (is_oldest_next) {
      if (own_block_ != nullptr) spare_blocks_.push_back(std::move(own_block_));
      own_block_ = std::move(waiting_blocks_.front());
      waiting_blocks_.pop_front();
      own_block_->release_held();  // even if its other threads only poll: all blocks may wait for a held one
    }
    if (!run(*own_block_)) break;
    if (own_block_->live != 0) set_aside();
  }
  for (auto& each : waiting_blocks_) spare_blocks_.push_back(std::move(each));
  waiting_blocks_.clear();
  if (own_block_ == nullptr) take_spare();
  give_back_spares();  // other workers may need them
  end();
}

bool Worker::begin_block() {
  if (waiting_blocks_.size() >= most_waiting_blocks || launch->next_block >= launch->blocks) return false;
  // If many workers have set blocks aside, there may be no space for another one until some have ended.
  if (own_block_ == nullptr && !take_spare()) return false;
  std::uint64_t number;
  do {
    number = launch->next_block.fetch_add(1, std::memory_order_relaxed);
    if (number >= launch->blocks) return false;
  } while (observer != nullptr && observer->leaves_out(*launch, launch->block_index(number)));
  if (launch->seed != 0) own_block_->order_warps(launch->seed + number, launch->last_lanes_first);
  own_block_->reset(launch->block_index(number));
  return true;
}

void Worker::set_aside() { waiting_blocks_.push_back(std::move(own_block_)); }

bool Worker::take_spare() {
  if (spare_blocks_.empty()) {
    char* const arena = take_arena_if_any();
    if (arena == nullptr) return false;
    spare_blocks_.push_back(std::make_unique<Block>());
    spare_blocks_.back()->arena = arena;
  }
  own_block_ = std::move(spare_blocks_.back());
  spare_blocks_.pop_back();
  own_block_->shape(launch->config.block);
  return true;
}

void Worker::give_back_spares() {
  for (const auto& each : spare_blocks_) give_back_arena(each->arena);
  spare_blocks_.clear();
}

bool Worker::has_other_blocks() const {
  return !waiting_blocks_.empty() || (launch->next_block.load(std::memory_order_relaxed) < launch->blocks);
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
  if (!abandoned_ && (block->live == 0 || block->ready_warps != 0 || block->held != 0)) return true;
  if (!abandoned_ && block->cluster != nullptr) return true;
  if (!abandoned_ && launch->config.cooperative && all_wait_for_grid(*block)) return true;
  if (!abandoned_) report_stuck(*launch, *block);
  fibres.abandon_all();
  return false;
}

namespace {

/// What a thread's variables hold before they are written, with another order of lanes: as a float NaN.
__attribute__((noinline)) void fill_stack() {
  constexpr std::size_t bytes = 4096;  // a thread with more of its own spills it to device memory
  unsigned below[bytes / sizeof(unsigned)];
  std::fill(std::begin(below), std::end(below), 0xFFC0DEADu);
  asm volatile("" : : "r"(below) : "memory");
}

}  // namespace

// Threads that never wait run one after the other on one fibre.
void Worker::fibre_main(Fibre* before) {
  Worker& worker = *this_worker;
  Fibre& self = *worker.thread->fibre;
  arrive(self, *before);
  for (;;) {
    worker.begin_run();
    if (worker.launch->last_lanes_first) fill_stack();
    worker.launch->call.invoke(worker.launch->call.data);
    worker.block->end(worker.running());
    DeviceThread* next = worker.block->next();
    if (next != nullptr && worker.turn_to(*next)) {
      worker.block->begin_on(*next, self);
      continue;
    }
    worker.fibres.give_back(self);
    worker.leave(self, next);
  }
}

// The lanes of a warp start in order: after one that starts, none has started.
void Worker::begin_run() {
  if (block_observer != nullptr || block->last_lane_first || !block->ends_quietly(*thread)) return;
  if ((block->warps[thread->warp].ready & ((1u << thread->lane) - 1)) != 0)
    return;  // the waiting thread goes first
  run_length_ = block->fresh_after(*thread);
  detail::thread_run = {run_length_, &threadIdx.x, blockDim.x};
}

void Worker::settle_run() {
  const unsigned begun = run_length_ - detail::thread_run.left;
  run_length_ = detail::thread_run.left = 0;
  if (begun == 0) return;
  Fibre& fibre = *thread->fibre;
  block->end_run(*thread, begun);
  thread += begun;
  block->begin_on(*thread, fibre);
}

namespace {

constexpr unsigned patience_of_a_block = 4;  // rounds in which its threads only poll

/// While all threads of an OS thread only poll memory.
struct Polls {
  std::uint64_t launch = 0;
  unsigned in_a_row = 0;
  std::chrono::steady_clock::time_point since;
};

constexpr std::chrono::milliseconds patience_of_host{100};
constexpr std::chrono::seconds patience_of_both{3};

/// If the host could write what a kernel waits for, tells the user early that it will not.
void tell_of_host() {
  static std::atomic<bool> told{false};
  if (!host_shares_memory() || !host_waits_for_launch() || told.exchange(true)) return;
  char line[1024];
  describe_source_line(line, sizeof line);
  report_here(
      "has only looked at memory for %lld s%s. If it waits for the host: the host waits, too, for this "
      "launch "
      "to end, so neither goes on (CUDASIM_TIMEOUT stops it after %ld s)",
      static_cast<long long>(patience_of_both.count()), line, timeout_seconds());
}

void count_polls(const Launch& launch, bool polls) {
  constexpr unsigned between_looks = 1u << 12;
  thread_local Polls here;
  if (launch.is_apart) let_host_call();
  if (!polls || here.launch != launch.serial) {
    here.launch = launch.serial;
    here.in_a_row = 0;
    return;
  }
  if (++here.in_a_row % between_looks != 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (here.in_a_row == between_looks) here.since = now;
  if (launch.is_apart && now - here.since >= patience_of_host) let_host_go_on();
  if (now - here.since >= patience_of_both) tell_of_host();
}

}  // namespace

void Worker::yield(bool polls) {
  count_polls(*launch, polls);
  DeviceThread& self = running();
  DeviceThread* next = block->next_after(self);
  const bool all_had_their_turn = next == nullptr || block->comes_before(*next, self);
  if (all_had_their_turn && block->held != 0 && ++block->idle_rounds >= patience_of_a_block) {
    block->release_held();
    if (next == nullptr) next = block->next_after(self);
  }
  const bool leaves_block =
      all_had_their_turn && (launch->config.cooperative || block->cluster != nullptr ||
                             (polls && ++block->idle_rounds >= patience_of_a_block && has_other_blocks()));
  if (next == nullptr && !leaves_block) return;
  block->make_ready(block->warps[self.warp], 1u << self.lane);
  if (leaves_block && next != nullptr) {
    block->make_ready(block->warps[next->warp], 1u << next->lane);
    next = nullptr;
  }
  if (next == nullptr) block->yielded = &self;
  leave(*self.fibre, next);
}

void Worker::require_cluster(dim3 size) {
  if (same_size(launch->config.cluster, size)) return;
  launch->ask_for_clusters(size);
  abandon();
}

void Worker::hold(HeldFor why) {
  if (why == HeldFor::its_share) shares_ = true;
  DeviceThread& self = running();
  block->hold(self);
  leave(*self.fibre, block->next());
}

void Worker::abandon() {
  abandoned_ = true;
  running();
  Fibre never_again;
  switch_fibre(never_again, main_);
  __builtin_unreachable();
}

namespace detail {

void begin_row() {
  threadIdx.x = 0;
  if (++threadIdx.y != blockDim.y) return;
  threadIdx.y = 0;
  ++threadIdx.z;
}

void yield() {
  if (in_kernel()) this_worker->yield(true);
}

// With another order of lanes no thread runs for a pause alone: a program must not take a pause for a barrier. A loop that waits looks at memory, too.
void rest() {
  if (in_kernel() && !this_worker->launch->last_lanes_first) yield();
}

void count_atomic() {
  if (++since_yield.atomics % 1024 == 0 && in_kernel()) this_worker->yield(false);
}

void count_poll() {
  if (++since_yield.polls % 16 == 0) yield();
}

void count_load() {
  if (++since_yield.loads % 256 == 0) yield();
}

}  // namespace detail
}  // namespace cudasim
