// An OS thread that runs blocks: it enters the fibres of their threads and regains control when none
// can run.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "cudasim/builtins.hpp"
#include "sim/runtime/block.hpp"
#include "sim/runtime/fault.hpp"
#include "sim/runtime/fibre.hpp"
#include "sim/runtime/observer.hpp"

namespace cudasim {

struct Launch;

/// Why a thread lets others run first: for another order of what threads do, or so that others get a share of the work.
enum class HeldFor : bool { order, its_share };

class Worker {
 public:
  /// The calling OS thread's worker, made at its first launch.
  static Worker& of_this_thread();

  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Takes blocks of the launch and runs them until none is left or the launch has failed.
  void run_blocks(Launch& the_launch);
  /// Runs all blocks of the launch in turn, so that they can wait for each other. (grid.cpp)
  void run_cooperatively(Launch& the_launch);
  /// Takes clusters of the launch and runs the blocks of each in turn. (block_cluster.cpp)
  void run_clusters(Launch& the_launch);
  /// The running kernel has these clusters; otherwise none of its threads continues, and the launch starts again with them.
  void require_cluster(dim3 size);

  /// The running thread, with the state of its block up to date.
  DeviceThread& running() {
    if (run_length_ != 0) settle_run();
    return *thread;
  }
  /// Records what the running thread is going to wait for.
  DeviceThread& suspending(Wait wait, const Site& site) {
    DeviceThread& self = running();
    self.wait = wait;
    self.site = site;
    return self;
  }
  /// Runs the next thread; returns when it is the turn of `self` again.
  __attribute__((always_inline)) void run_next(DeviceThread& self) {
    DeviceThread* next = block->next();
    if (next != &self) leave(*self.fibre, next);
  }
  /// The running thread waits where others wait already, and no observer looks; `next` has begun and continues. The caller then switches from the
  /// fibre of the returned thread, which has waited until now, to the fibre of `next`.
  __attribute__((always_inline)) DeviceThread& hand_over(Wait wait, const Site& site, const void* called_from,
                                                         DeviceThread& next) {
    DeviceThread& self = *thread;
    self.wait = wait;
    self.site = site;
    self.called_from = called_from;
    block->prefetch_next();
    thread = &next;
    threadIdx = next.index;
    return self;
  }
  __attribute__((always_inline)) void wait_with_others(Wait wait, const Site& site, const void* called_from,
                                                       DeviceThread& next) {
    DeviceThread& self = hand_over(wait, site, called_from, next);
    switch_fibre(*self.fibre, *next.fibre);
  }
  /// Lets other threads run, if there are any: of the block, of the other blocks of a cooperative launch, and, once all
  /// threads of the block have only polled (`polls`) for a while, of any other block.
  void yield(bool polls);
  /// Lets all other threads of all blocks run first, until they wait for something else or have ended.
  void hold(HeldFor why = HeldFor::order);
  /// Abandons the running thread, and with it its block.
  [[noreturn]] void abandon();

  Launch* launch = nullptr;
  Block* block = nullptr;
  DeviceThread* thread = nullptr;  ///< null while no device code runs; in a run of threads, the first of them
  FibrePool fibres;
  std::size_t shared_used = 0;  ///< bytes of the arena given to variables so far, dynamic ones included
  std::size_t shared_static_used =
      0;  ///< Of these, the bytes that count against the limit of static variables.

 private:
  Worker();
  static void fibre_main(Fibre* before);

  void begin(Launch& the_launch, Block& first);
  void end();
  /// Whether another block could run instead of this one.
  bool has_other_blocks() const;
  // Makes this worker's block the next one of the launch; false if there is none.
  bool begin_block();
  void set_aside();
  bool take_spare();  // false if there is no space to begin another block
  void give_back_spares();
  // Runs all of the blocks until none can continue. (grid.cpp)
  void run_in_turns(std::vector<Block>& blocks);
  // Runs threads of the block until none can run; false if the block cannot continue and the launch has failed.
  bool run(Block& the_block);

  // Makes the thread the running one; true if it is fresh and has yet to be given a fibre.
  bool turn_to(DeviceThread& next) {
    const bool is_fresh = next.fibre == nullptr;
    thread = &next;
    threadIdx = next.index;
    if (block_observer != nullptr) block_observer->turned_to(*block, next, is_fresh);
    return is_fresh;
  }
  Fibre& fibre_of(DeviceThread& next) {
    if (turn_to(next)) block->begin_on(next, fibres.take());
    return *next.fibre;
  }
  // The running thread is about to start: those after it may run with it if they need not be tracked one by one.
  void begin_run();
  // Records which threads of the run have ended and which one runs. The rest begin one by one.
  void settle_run();
  // Inlined into the barrier: the processor mispredicts every return between the switch and the kernel.
  __attribute__((always_inline)) void leave(Fibre& from, DeviceThread* next) {
    Fibre& to = next != nullptr ? fibre_of(*next) : main_;
    switch_fibre(from, to);
  }

  Fibre main_;
  static constexpr std::size_t most_waiting_blocks = 1024;
  std::unique_ptr<Block> own_block_;                   // null while all blocks are set aside
  std::deque<std::unique_ptr<Block>> waiting_blocks_;  // set aside: their threads wait for other blocks
  std::vector<std::unique_ptr<Block>> spare_blocks_;
  bool abandoned_ = false;
  bool shares_ = false;      // a thread of the block that has run last is held for its share
  unsigned run_length_ = 0;  // threads after `thread` that began or may begin without the worker
  AlternateStack signal_stack_;
};

/// Threads are held back: then all blocks begin before one that was set aside continues.
extern bool schedule_holds_threads;

extern __thread Worker* this_worker;  ///< Null before the OS thread's first launch.

}  // namespace cudasim
