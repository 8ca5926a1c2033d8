// The events that a lens receives while a program runs. A program without a lens has no observer, and the cost is one comparison per event.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cudasim/driver_types.hpp"
#include "cudasim/site.hpp"

namespace cudasim {

struct Allocation;
struct Block;
struct Cluster;
struct DeviceThread;
struct Launch;
struct NamedBarrier;
struct Warp;

struct StreamName {
  cudaStream_t handle = nullptr;
  bool blocking = true;             ///< Synchronizes with the legacy default stream.
  cudaGraphExec_t graph = nullptr;  ///< The stream that it is a branch of.
};

/// A copy or a fill that the host requests.
struct StreamCall {
  StreamName stream;
  const void* caller;            ///< return address of the call
  bool host_waits;               ///< the call returns when the work has ended
  bool in_graph = false;         ///< A node of a graph: host memory, too, is accessed when the graph runs.
  const void* symbol = nullptr;  ///< The side in a __device__ or __constant__ variable.
};

/// An access of the running thread to an element of a texture or a surface.
struct TexelAccess {
  const char* address;
  unsigned bytes;
  bool writes;
  bool of_surface;
  const void* pc;  ///< return address in the kernel
};

enum class TexelFault {
  surface_out_of_bounds,  ///< The launch is about to fail.
  surface_misaligned,     ///< X is not a multiple of the element size.
  fetch_out_of_range,     ///< tex1Dfetch, which gives 0
};

/// A part of a bulk copy that the running thread has started, just before it is made.
struct BulkPiece {
  void* to;
  const void* from;  ///< null: it is filled with zeros
  std::size_t bytes;
  const std::uint64_t*
      until;       ///< The mbarrier that counts its bytes; null: it belongs to the thread's group of copies.
  const void* pc;  ///< return address in the kernel
  bool reduces = false;  ///< One element of a bulk reduction.
};

/// Events about blocks arrive on the block's worker, concurrently for different blocks. Every function does nothing
/// unless it is overridden.
class Observer {
 public:
  virtual ~Observer() = default;

  /// Whether host code may run before a launch has ended, if the kernel could wait for it.
  virtual bool host_may_go_on() { return true; }
  virtual void launch_begins(const Launch&) {}
  virtual void launch_ends(const Launch&) {}

  /// The worker switches to a block; `first` unless it ran before (cooperative launches). Sets `block_observer` if
  /// the events below are wanted for this block.
  virtual void block_entered(const Launch&, Block&, bool first) { static_cast<void>(first); }
  /// It leaves the block; `ended` if the block does not continue later.
  virtual void block_left(Block&, bool ended) { static_cast<void>(ended); }
  /// The thread runs from now on. `fresh`: it has not begun yet.
  virtual void turned_to(Block&, DeviceThread&, bool fresh) { static_cast<void>(fresh); }
  /// The thread has arrived at the barrier of its block, and waits for it later.
  virtual void block_arrived(Block&, DeviceThread&) {}
  /// The barrier that block.barrier describes is complete; none of its threads continues yet.
  virtual void barrier_complete(Block&) {}
  /// The warp has arrived at the barrier, as a whole; the barrier is complete. No waiting thread continues yet.
  virtual void named_barrier_arrived(Block&, Warp&, const NamedBarrier&) {}
  virtual void named_barrier_complete(Block&, const NamedBarrier&) {}
  /// The lanes have met; `operation` as in WarpMeeting. None of them continues yet.
  virtual void meeting_complete(Block&, Warp&, unsigned lanes, int operation) {
    static_cast<void>(lanes), static_cast<void>(operation);
  }
  /// The runtime begins or ends an operation of a warp for the running thread, which takes many instructions of the runtime's own.
  virtual void warp_operation(bool begins) { static_cast<void>(begins); }
  /// A static shared variable has its place from now until the launch ends, in all blocks that the calling worker runs.
  /// Comes for every block, watched or not.
  virtual void shared_placed(const char* name, const char* begin, std::size_t bytes) {
    static_cast<void>(name), static_cast<void>(begin), static_cast<void>(bytes);
  }

  /// The running thread starts a bulk copy that this mbarrier will count.
  virtual void bulk_begins(const std::uint64_t* until, const void* pc) {
    static_cast<void>(until), static_cast<void>(pc);
  }
  virtual void bulk_copied(const BulkPiece&) {}
  /// The running thread's copies from shared memory so far form a group; it has waited for all groups but the newest.
  virtual void bulk_committed() {}
  virtual void bulk_waited(std::size_t newest, bool read) {
    static_cast<void>(newest), static_cast<void>(read);
  }
  /// A fence of the running thread between its accesses and bulk copies; perhaps only for initialized mbarriers.
  virtual void proxy_fenced(bool mbarriers_only) { static_cast<void>(mbarriers_only); }
  /// The thread has arrived at the barrier of its cluster; it has seen that the others have, or, in a block without a cluster, waits for them at
  /// the barrier of its block.
  virtual void cluster_arrived(Block&, DeviceThread&) {}
  virtual void cluster_passed(Block&, DeviceThread&) {}
  /// A phase of that barrier ends; no waiting thread continues yet.
  virtual void cluster_barrier_complete(const Cluster&) {}
  /// The running thread has waited for the previous kernel, which its launch may overlap; it lets the next launch begin.
  virtual void grids_ahead_ended() {}
  virtual void grids_behind_may_begin() {}
  /// A grid barrier is complete.
  virtual void grid_barrier_complete() {}
  /// No thread of the block can continue: the launch is about to fail.
  virtual void stuck(const Launch&, const Block&) {}
  /// The running thread calls a warp operation whose mask its own lane is not in: the launch is about to fail.
  virtual void lane_not_in_mask(const Launch&, const Site&, unsigned mask) { static_cast<void>(mask); }

  /// Whether the launch has to run even if its result is known, after so many seconds of processor time in launches that it repeats.
  virtual bool must_run(const Launch&, double spent) { return static_cast<void>(spent), false; }
  /// Whether to skip this block, or the cluster that begins with it. Not called for cooperative launches.
  virtual bool leaves_out(const Launch&, const uint3& block) { return static_cast<void>(block), false; }

  virtual void texel_accessed(const TexelAccess&) {}
  /// `where`: what was allocated, without a full stop.
  virtual void texel_missed(TexelFault, const TexelAccess&, const char* where) { static_cast<void>(where); }

  virtual void allocated(const Allocation&) {}
  /// `caller` is the return address of the call that frees it; null if cudaDeviceReset does.
  virtual void freed(const Allocation&, const void* caller) { static_cast<void>(caller); }
  /// The running thread frees memory that it must not free: the launch is about to fail.
  virtual void freed_in_vain(const void* memory, const void* caller) {
    static_cast<void>(memory), static_cast<void>(caller);
  }
  /// A fill of the runtime API has written to device memory.
  virtual void written(const void* begin, std::size_t bytes) {
    static_cast<void>(begin), static_cast<void>(bytes);
  }
  /// The contents of that device memory count as unwritten.
  virtual void left_unwritten(const void* begin, std::size_t bytes) {
    static_cast<void>(begin), static_cast<void>(bytes);
  }

  /// A copy of the runtime API has been made; each side may be host or device memory.
  virtual void copied(void* to, const void* from, std::size_t bytes) {
    static_cast<void>(to), static_cast<void>(from), static_cast<void>(bytes);
  }
  /// A library has read memory, to send it to another process.
  virtual void read_by_call(const void* begin, std::size_t bytes) {
    static_cast<void>(begin), static_cast<void>(bytes);
  }
  /// The calling OS thread requests a copy or a fill; its accesses are reported by `written`, `copied` and `read_by_call`.
  virtual void call_begins(const StreamCall&) {}
  virtual void call_ends() {}
  /// cudaMallocAsync and similar calls, before the host continues: the memory exists for later work of the stream.
  virtual void stream_allocates(const StreamCall&, const void* begin, std::size_t bytes) {
    static_cast<void>(begin), static_cast<void>(bytes);
  }
  /// cudaFreeAsync; `freed` follows.
  virtual void stream_frees(const StreamCall&, const void* begin, std::size_t bytes) {
    static_cast<void>(begin), static_cast<void>(bytes);
  }
  virtual void event_recorded(cudaEvent_t, const StreamName&) {}
  virtual void stream_waits(const StreamName&, cudaEvent_t, const void* caller) { static_cast<void>(caller); }
  /// The host has waited for the stream, the event, or the device.
  virtual void host_waits(const StreamName&) {}
  virtual void host_waits(cudaEvent_t, const void* caller) { static_cast<void>(caller); }
  virtual void host_waits() {}
  /// The host asks whether the stream's work, or what the event was recorded after, has ended. Where it has not, a query must not wait.
  virtual bool has_ended(const StreamName&) { return true; }
  virtual bool has_ended(cudaEvent_t) { return true; }
  /// The host asks for the time of an event that was recorded.
  virtual void event_timed(cudaEvent_t, const void* caller) { static_cast<void>(caller); }
  /// Host code runs as work of the stream, until stream_left.
  virtual void stream_entered(const StreamName&) {}
  virtual void stream_left() {}
  virtual void destroyed(cudaStream_t) {}
  virtual void destroyed(cudaEvent_t) {}

  /// A call of the host reads a structure of parameters there.
  virtual void parameters_read(const void* /*begin*/, std::size_t /*bytes*/, const void* /*caller*/) {}

  /// Whether the runtime may write to host memory there, as its caller requests.
  /// A call of the host stores an answer there.
  virtual void told(const void* /*begin*/, std::size_t /*bytes*/) {}
  virtual bool may_write(const void* begin, std::size_t bytes) {
    static_cast<void>(begin), static_cast<void>(bytes);
    return true;
  }

  /// The process ends without running its exit handlers. May come in a signal handler.
  virtual void process_ends() {}

  /// Before the instruction at `next`, in the handler of a signal. Returns whether the user will get a report.
  virtual bool divided_by_zero(std::uintptr_t next) { return static_cast<void>(next), false; }
};

extern Observer* observer;  ///< null without a lens
extern __thread Observer*
    block_observer;  ///< The same while the OS thread runs a watched block, otherwise null.

/// While it lives, the runtime performs an operation of a warp for the running thread.
class WarpOperationScope {
 public:
  WarpOperationScope() : observer_(block_observer) {
    if (observer_ != nullptr) observer_->warp_operation(true);
  }
  ~WarpOperationScope() {
    if (observer_ != nullptr) observer_->warp_operation(false);
  }
  WarpOperationScope(const WarpOperationScope&) = delete;
  WarpOperationScope& operator=(const WarpOperationScope&) = delete;

 private:
  Observer* observer_;
};

}  // namespace cudasim
