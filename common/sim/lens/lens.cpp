// The lens as an observer: hands what happens to the recorders of watched blocks and to the checker.
#include "sim/lens/lens.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/results.hpp"
#include "sim/lens/guest.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/stranded.hpp"
#include "sim/lens/race/undefined.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/report/kernel_name.hpp"
#include "sim/lens/report/output.hpp"
#include "sim/lens/stream/host_arguments.hpp"
#include "sim/lens/stream/stream_work.hpp"
#include "sim/lens/trace/prediction.hpp"
#include "sim/lens/trace/schedule.hpp"
#include "sim/lens/trace/step_trace.hpp"
#include "sim/lens/trace/study.hpp"
#include "sim/lens/trace/thread_trace.hpp"
#include "sim/lens/watch.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/current_range.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/stream.hpp"
#include "sim/runtime/watchdog.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

/// Recorders for blocks in flight. They stay until the process ends.
class Pool {
 public:
  Recorder* take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) idle_.push_back(all_.emplace_back(new Recorder));
    Recorder* recorder = idle_.back();
    idle_.pop_back();
    return recorder;
  }
  void give_back(Recorder* recorder) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(recorder);
  }
  const std::vector<Recorder*>& all() const { return all_; }

 private:
  std::mutex mutex_;
  std::vector<Recorder*> all_;
  std::vector<Recorder*> idle_;
};

std::uint64_t linear_index(const Launch& launch, const uint3& block) {
  const dim3 grid = launch.config.grid;
  return (std::uint64_t{block.z} * grid.y + block.y) * grid.x + block.x;
}

/// The blocks of a cluster are watched together or not at all.
const Block& first_of_cluster(const Block& block) {
  return block.cluster == nullptr ? block : block.cluster->blocks[0];
}

/// Whether steps of the block, or of another of its cluster, are recorded.
bool is_recorded(const Launch& launch, const Block& block) {
  if (!steps_are_wanted()) return false;
  const auto takes = [&](const Block& each) { return steps_take(launch, linear_index(launch, each.index)); };
  if (block.cluster == nullptr) return takes(block);
  return std::any_of(block.cluster->blocks, block.cluster->blocks + block.cluster->size, takes);
}

class Lens : public Observer {
 public:
  bool host_may_go_on() override { return !guest_is_in && !study_is_on() && !steps_are_wanted(); }
  void launch_begins(const Launch& launch) override {
    if (steps_are_wanted()) steps_launch_begins(launch, kernel_name(launch));
    const dim3 block = launch.config.block;
    watch_.plan(launch.blocks, std::uint64_t{block.x} * block.y * block.z, launches_of(kernel_name(launch)));
    if (study_is_on()) study_launch_begins(launch, kernel_name(launch));
    note_host_arguments(launch);
    if (guest_is_in) guest_launches(launch);
    StreamWork::instance().launch_begins(stream_name(launch.config.stream));
    Checker::instance().launch_begin(launch);
  }
  void launch_ends(const Launch& launch) override {
    Checker::instance().launch_end(launch);
    StreamWork::instance().launch_ends(stream_name(launch.config.stream), watched_launch());
    forget_host_arguments();
    const dim3 block = launch.config.block;
    const std::uint64_t shared_bytes = launch.config.shared_bytes + static_shared_.exchange(0);
    if (study_is_on()) study_launch_ends(launch, kernel_name(launch), shared_bytes, pool_.all());
    if (steps_are_wanted()) steps_launch_ends(launch, kernel_name(launch));
    add_launch(kernel_name(launch),
               {launch.blocks, launch.blocks * block.x * block.y * block.z, shared_bytes}, pool_.all());
  }

  void block_entered(const Launch& launch, Block& block, bool first) override {
    current.mode = Mode::unwatched;
    if (first)
      block.recorder =
          watch_.takes(linear_index(launch, first_of_cluster(block).index)) || is_recorded(launch, block)
              ? pool_.take()
              : nullptr;
    current.recorder = static_cast<Recorder*>(block.recorder);
    if (current.recorder == nullptr) return;
    current.name_is_open = name_is_open(launch);
    current.form = 0;  // blocks that are not watched leave theirs
    block_observer = this;
    if (first) {
      current.recorder->begin(block, watch_.checks_left());
      if (steps_are_wanted())
        current.recorder->steps = steps_of(launch, block, linear_index(launch, block.index));
      if (study_is_on()) {
        const std::uint64_t number = linear_index(launch, first_of_cluster(block).index);
        study_block(launch, linear_index(launch, block.index), watch_.is_of(most_sampled, number), block,
                    *current.recorder);
      }
      Checker::instance().block_begin(block);
    }
    current.mode = Mode::watched;
  }
  void block_left(Block& block, bool ended) override {
    current.mode = Mode::unwatched;
    block_observer = nullptr;
    if (current.recorder != nullptr) leave(block, *current.recorder, ended);
    current.mode = Mode::host;
  }
  void turned_to(Block& block, DeviceThread& thread, bool fresh) override {
    pause_trace(true);
    const Unwatched own_code;
    current.recorder->turn_to(block, thread, fresh);
    if (study_is_on()) study_turned_to(block, thread, fresh, *current.recorder);
  }

  void block_arrived(Block& block, DeviceThread& thread) override {
    const Unwatched own_code;
    Checker::instance().block_arrived(block, thread);
  }
  void barrier_complete(Block& block) override {
    const Unseen unseen;
    const Unwatched own_code;
    note_other_ways(block, *current.recorder);
    current.recorder->complete_all(block);
    current.recorder->count_barrier(block.barrier.site);
    Checker::instance().barrier(block);
  }
  void named_barrier_arrived(Block& block, Warp& warp, const NamedBarrier& barrier) override {
    const Unwatched own_code;
    current.recorder->complete_warp(block, static_cast<unsigned>(&warp - block.warps.data()));
    Checker::instance().named_barrier_arrived(block, warp, barrier);
  }
  void named_barrier_complete(Block& block, const NamedBarrier& barrier) override {
    const Unwatched own_code;
    current.recorder->count_barrier(barrier.site);
    if (barrier.orders == BarrierOrders::memory) Checker::instance().named_barrier_complete(block, barrier);
  }
  /// The iterations in which the lane runs that has come last; none where another thread's end has completed the meeting.
  static std::vector<std::uint32_t> rounds_of_last(unsigned lanes) {
    if ((lanes >> current.lane_number & 1) == 0 || current.lane == nullptr) return {};
    return current.lane->path.rounds();
  }
  /// Instructions of a GPU for one operation of the source: it moves 4 bytes per lane.
  static unsigned words_handed_on(const Warp& warp, unsigned lanes, int operation) {
    if (operation != static_cast<int>(detail::WarpOperation::shuffle)) return 0;
    constexpr unsigned bits_of_word = 32;
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
      if ((lanes >> lane & 1) != 0 && warp.value[lane] >> bits_of_word != 0) return 2;
    return 1;
  }
  void meeting_complete(Block& block, Warp& warp, unsigned lanes, int operation) override {
    const Unseen unseen;
    const Unwatched own_code;
    current.recorder->warp_operations += operation != warp_converge;
    current.recorder->words_handed_on += words_handed_on(warp, lanes, operation);
    current.recorder->lanes_met(block, warp, lanes);
    if (current.recorder->steps != nullptr && operation != warp_converge)
      current.recorder->steps->meeting(static_cast<unsigned>(&warp - block.warps.data()), warp, lanes,
                                       operation, rounds_of_last(lanes));
    if (operation == warp_sync) Checker::instance().warp_synchronised(block, warp, lanes);
    if (operation != warp_sync && operation != warp_converge)
      note_other_calls(block, warp, lanes, *current.recorder);
    if (operation == static_cast<int>(detail::WarpOperation::shuffle))
      Checker::instance().shuffled(block, warp, lanes);
  }
  void warp_operation(bool begins) override { hide_trace(begins); }
  void shared_placed(const char* name, const char* begin, std::size_t bytes) override {
    const Unwatched own_code;
    note_static_shared(bytes);
    if (current.recorder != nullptr && current.recorder->steps != nullptr)
      current.recorder->steps->shared_placed(name, begin, bytes);
    Checker::instance().shared_placed(name, begin, bytes);
  }
  void bulk_copied(const BulkPiece& piece) override {
    const Unwatched own_code;
    if (current.recorder != nullptr) current.recorder->bulk_bytes += piece.bytes;
    Checker::instance().bulk_copied(piece);
  }
  void bulk_committed() override {
    const Unwatched own_code;
    Checker::instance().bulk_committed();
  }
  void bulk_waited(std::size_t newest, bool) override {
    const Unwatched own_code;
    Checker::instance().bulk_waited(newest);
  }
  void bulk_begins(const std::uint64_t* until, const void* pc) override {
    const Unwatched own_code;
    Checker::instance().bulk_begins(until, pc);
  }
  void proxy_fenced(bool mbarriers_only) override {
    const Unwatched own_code;
    Checker::instance().proxy_fenced(mbarriers_only);
  }
  void cluster_arrived(Block& block, DeviceThread& thread) override {
    const Unwatched own_code;
    Checker::instance().cluster_arrived(block, thread);
  }
  void cluster_passed(Block& block, DeviceThread& thread) override {
    const Unwatched own_code;
    Checker::instance().cluster_passed(block, thread);
  }
  void cluster_barrier_complete(const Cluster& cluster) override {
    const Unwatched own_code;
    note_cluster_barrier(cluster);
    Checker::instance().cluster_barrier(cluster);
  }
  void grids_ahead_ended() override {
    const Unwatched own_code;
    Checker::instance().grids_ahead_ended();
    guest_waits_for_launches();
  }
  void grids_behind_may_begin() override {
    const Unwatched own_code;
    Checker::instance().grids_behind_may_begin();
  }
  void grid_barrier_complete() override {
    const Unwatched own_code;
    Checker::instance().grid_barrier();
  }

  void texel_accessed(const TexelAccess& access) override {
    const Unwatched own_code;
    Checker::instance().texel(access);
  }
  void texel_missed(TexelFault fault, const TexelAccess& access, const char* where) override {
    const Unwatched own_code;
    Checker::instance().texel_missed(fault, access, where);
  }

  bool must_run(const Launch& launch, double spent) override {
    return !watches_little(launches_of(kernel_name(launch)), spent) || schedule_given || study_is_on() ||
           steps_are_wanted() || current_range_number() != 0;  // what a range counts is its own
  }
  bool leaves_out(const Launch& launch, const uint3& block) override {
    return study_leaves_out() && !watch_.takes(linear_index(launch, block));
  }

  void allocated(const Allocation& allocation) override {
    const Unwatched own_code;
    if (study_is_on()) study_host_allocates();
    Checker::instance().allocated(allocation);
    if (guest_is_in) guest_allocates(allocation);
    written_by_nobody(allocation.begin, allocation.bytes);
  }
  void freed(const Allocation& allocation, const void* caller) override {
    const Unwatched own_code;
    if (guest_is_in && caller == nullptr) guest_resets();
    if (guest_is_in) guest_frees(allocation, caller);
    Checker::instance().freed(allocation, caller);
    StreamWork::instance().freed(allocation.begin, allocation.bytes);
  }
  void freed_in_vain(const void* memory, const void* caller) override {
    const Unwatched own_code;
    Checker::instance().freed_in_vain(static_cast<const char*>(memory), caller);
  }
  void written(const void* begin, std::size_t bytes) override {
    Checker::instance().written_by_host(begin, bytes);
    written_by_fill(begin, bytes);
    StreamWork::instance().call_touches(begin, bytes, true);
  }
  void left_unwritten(const void* begin, std::size_t bytes) override {
    Checker::instance().left_unwritten(begin, bytes);
    written_by_nobody(begin, bytes);
  }
  void copied(void* to, const void* from, std::size_t bytes) override {
    if (study_is_on() && host_waits_) study_host_copies(bytes);
    const bool to_heap = DeviceHeap::instance().owns(to);
    if (to_heap) Checker::instance().written_by_host(to, bytes);
    if ((to_heap || variables.holds(reinterpret_cast<std::uintptr_t>(to))) && may_bring_pointers(from))
      note_copied_pointers(from, bytes);
    written_by_copy(to, from, bytes);
    StreamWork::instance().call_copies(to, from, bytes);
  }
  void read_by_call(const void* begin, std::size_t bytes) override {
    StreamWork::instance().call_touches(begin, bytes, false);
  }
  void call_begins(const StreamCall& call) override {
    host_waits_ = call.host_waits;
    guest_calls();
    StreamWork::instance().call_begins(call);
  }
  void call_ends() override {
    host_waits_ = false;
    StreamWork::instance().call_ends();
  }
  void stream_allocates(const StreamCall& call, const void* begin, std::size_t bytes) override {
    StreamWork::instance().memory_comes_or_goes(call, begin, bytes, " allocates");
  }
  void stream_frees(const StreamCall& call, const void* begin, std::size_t bytes) override {
    StreamWork::instance().memory_comes_or_goes(call, begin, bytes, " frees");
  }
  void event_recorded(cudaEvent_t event, const StreamName& stream) override {
    StreamWork::instance().event_recorded(event, stream);
  }
  void stream_waits(const StreamName& stream, cudaEvent_t event, const void* caller) override {
    StreamWork::instance().stream_waits(stream, event, caller);
  }
  void host_waits(const StreamName& stream) override {
    if (study_is_on()) study_host_waits();
    StreamWork::instance().host_waits(stream);
  }
  void host_waits(cudaEvent_t event, const void* caller) override {
    if (study_is_on()) study_host_waits();
    StreamWork::instance().host_waits(event, caller);
  }
  void host_waits() override {
    if (study_is_on()) study_host_waits();
    StreamWork::instance().host_waits_for_all();
  }
  bool has_ended(const StreamName& stream) override {
    return !guest_gives_way || StreamWork::instance().query(stream);
  }
  bool has_ended(cudaEvent_t event) override {
    return !guest_gives_way || StreamWork::instance().query(event);
  }
  void event_timed(cudaEvent_t event, const void* caller) override {
    StreamWork::instance().event_timed(event, caller);
  }
  void stream_entered(const StreamName& stream) override { StreamWork::instance().enter_stream(stream); }
  void stream_left() override { StreamWork::instance().leave_stream(); }
  void destroyed(cudaStream_t stream) override { StreamWork::instance().forget(stream); }
  void destroyed(cudaEvent_t event) override { StreamWork::instance().forget(event); }
  void told(const void* begin, std::size_t bytes) override { written_by_answer(begin, bytes); }
  void parameters_read(const void* begin, std::size_t bytes, const void* caller) override {
    library_accesses(begin, bytes, false, caller);
  }
  bool may_write(const void* begin, std::size_t bytes) override { return guest_may_write(begin, bytes); }

  void stuck(const Launch& launch, const Block& block) override { Checker::instance().stuck(launch, block); }
  void lane_not_in_mask(const Launch& launch, const Site& site, unsigned mask) override {
    Checker::instance().lane_not_in_mask(launch, site, mask);
  }

  void process_ends() override { print_report(true); }

  bool divided_by_zero(std::uintptr_t next) override {
    return note_division_by_zero(reinterpret_cast<const void*>(next));
  }

 private:
  void leave(Block& block, Recorder& recorder, bool ended) {
    if (schedule_given) schedule_settles();
    recorder.complete_all(block);
    if (!ended) return;
    recorder.end_block();
    recorder.steps = nullptr;
    if (study_is_on()) study_block_ended(recorder);
    Checker::instance().block_end(block);
    watch_.ended(recorder.accesses);
    watch_.checked(recorder.checked);
    if (this_worker->launch->wants_clusters) --recorder.blocks;  // it begins again
    pool_.give_back(&recorder);
  }

  /// A step of each recorded block. Threads that wait know the line; where all have only arrived, none does.
  static void note_cluster_barrier(const Cluster& cluster) {
    if (!steps_are_wanted()) return;
    const Site* site = nullptr;
    for (unsigned i = 0; i < cluster.size; ++i)
      for (const DeviceThread& thread : cluster.blocks[i].threads)
        if (thread.wait == Wait::cluster) site = &thread.site;
    for (unsigned i = 0; site != nullptr && i < cluster.size; ++i)
      if (auto* const recorder = static_cast<Recorder*>(cluster.blocks[i].recorder);
          recorder != nullptr && recorder->steps != nullptr)
        recorder->steps->barrier(*site);
  }

  /// Each worker places the launch's variables once; they are the same for all blocks that come by them.
  void note_static_shared(std::size_t bytes) {
    thread_local unsigned long serial = 0;
    thread_local std::uint64_t sum = 0;
    const unsigned long now = this_worker->launch->serial;
    sum = std::exchange(serial, now) == now ? sum + bytes : bytes;
    std::uint64_t known = static_shared_;
    while (known < sum && !static_shared_.compare_exchange_weak(known, sum)) {
    }
  }

  inline static thread_local bool host_waits_ = false;  ///< for the copy in flight
  Watch watch_;
  Pool pool_;
  std::atomic<std::uint64_t> static_shared_{0};
};

void at_exit(int status, void*) {
  Checker::instance().finish(status);
  const int code = print_report();
  if (status != 0 || code == 0) return;
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace

bool install() {
  const char* told = std::getenv("LENS");
  if (told != nullptr && std::strcmp(told, "off") == 0) return false;
  observer = new Lens;
  prepare_prediction();
  read_schedule();
  on_exit(at_exit, nullptr);
  report_when_interrupted();
  return true;
}

}  // namespace cudasim::lens
