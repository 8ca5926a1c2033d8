// The hazard checker's interface for the hooks and the runtime. It keeps a shadow of shared and of global
// memory and adds its findings to the list in hazards.hpp. HAZARDS.md has the rules.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cudasim {
struct Allocation;
struct Block;
struct BulkPiece;
struct Cluster;
struct DeviceThread;
struct Launch;
struct NamedBarrier;
struct Site;
struct TexelAccess;
struct Warp;
enum class TexelFault;
}  // namespace cudasim

namespace cudasim::lens {

enum class AccessKind : std::uint8_t { read, write, atomic };
/// The scope of an atomic operation or a fence: its own thread, the threads of the block, those of its cluster, or all threads.
enum class Scope : std::uint8_t { thread, block, cluster, device };

/// The TMA unit's lane that makes a bulk copy (bulk_copies.hpp).
struct BulkLane {
  unsigned number;
  std::uint32_t clock;
};

struct Access {
  const char* address;
  unsigned bytes;
  AccessKind kind;
  const void* pc;          ///< return address of the hook
  unsigned alignment = 1;  ///< required alignment of the address: the size in sized hooks, 1 in ranges
  bool is_volatile = false;
  bool releases = false;    ///< an atomic operation of release order or stronger: it needs no fence before it
  bool overwrites = false;  ///< an atomic store or exchange: the old value need not be initialised
  bool acquires = false;    ///< an atomic operation of acquire order or stronger: it needs no fence after it
  bool only_loads = false;  ///< an atomic load
  bool only_stores = false;     ///< an atomic store
  bool compares = false;        ///< an atomic operation that depends on the old value: CAS, minimum, maximum
  bool joins = false;           ///< a minimum or maximum of integers
  bool looks = false;           ///< an atomic operation that changes nothing: a load, or a sum with 0
  bool accumulates = false;     ///< an atomic operation that combines with the old value: a sum or the like
  bool of_barrier = false;      ///< an atomic operation of cuda::barrier or an mbarrier
  bool several = false;         ///< several arrivals there at once
  Scope scope = Scope::device;  ///< of an atomic operation
  bool read_only =
      false;  ///< a read of data that the launch must not write: by __ldg, a texture, or from constant memory
  bool of_surface = false;         ///< a read by a surface, which must not follow a write of the same launch
  const BulkLane* bulk = nullptr;  ///< the access is made by a bulk copy that the thread has started

  /// Whether it is a compare-and-swap that changes the word, or fails: not one that stores what it finds.
  bool swaps() const { return compares && !joins && (!looks || only_loads); }
};

struct Fence {
  Scope scope = Scope::device;
  bool acquires = true;
  bool releases = true;
};

/// Every function may be called from several OS threads at once. Those about blocks are called on the block's
/// worker, and only for watched blocks.
class Checker {
 public:
  static Checker& instance();

  void launch_begin(const Launch& launch);
  void launch_end(const Launch& launch);
  void block_begin(const Block& block);
  void block_end(const Block& block);

  /// An access was not checked, so the checker no longer knows which bytes have been written.
  static void access_unchecked();
  /// A watched device thread (see this_worker) is about to access the device's range: heap or shared
  /// arena. Compound assignments are a read and then a write. The memory still holds the old value.
  void access(const Access& access);
  /// The running thread accesses members of a vector at such an address. The accesses themselves follow.
  void misaligned_vector(const Access& access);
  /// The same for an element of a texture or a surface.
  void texel(const TexelAccess& access);
  /// The running thread accesses a texture or a surface outside its bounds. `where` as in the observer.
  void texel_missed(TexelFault fault, const TexelAccess& access, const char* where);
  /// The running, watched thread has started a bulk copy, of which this is a part.
  void bulk_copied(const BulkPiece& piece);
  /// As in the observer. (bulk_copies.cpp, proxy_fences.cpp)
  void bulk_committed();
  void bulk_waited(std::size_t newest);
  void bulk_begins(const std::uint64_t* until, const void* pc);
  void proxy_fenced(bool mbarriers_only);
  /// A fence of the running, watched thread.
  void fence(const Fence& fence);
  /// As in the observer.
  void block_arrived(const Block& block, const DeviceThread& thread);
  /// The barrier that block.barrier describes is complete; called while block.live and block.barrier are as
  /// they were.
  void barrier(const Block& block);
  /// As in the observer.
  void named_barrier_arrived(const Block& block, const Warp& warp, const NamedBarrier& barrier);
  void named_barrier_complete(const Block& block, const NamedBarrier& barrier);
  /// The thread has arrived at its cluster's barrier, in the current phase; it knows that phases have ended.
  void cluster_arrived(const Block& block, const DeviceThread& thread);
  void cluster_passed(const Block& block, const DeviceThread& thread);
  /// A phase ends. (all three: cluster_order.cpp)
  void cluster_barrier(const Cluster& cluster);
  /// A grid barrier is complete.
  void grid_barrier();
  void grids_ahead_ended();
  void grids_behind_may_begin();
  /// __syncwarp or the sync of a group of lanes is complete. Not for shuffles, votes and the like: they order
  /// no memory.
  void warp_synchronised(const Block& block, const Warp& warp, unsigned lanes);
  /// Lanes are about to exchange values in a shuffle; warp.source has each lane's source.
  void shuffled(const Block& block, const Warp& warp, unsigned lanes);
  /// The running thread's block has a variable there from now until the launch ends, on the calling worker.
  /// Also for blocks that are not watched, since the blocks after them do not place it again. Dynamic shared
  /// memory needs no call.
  void shared_placed(const char* name, const char* begin, std::size_t bytes);

  /// Instrumented host code touches the device's range.
  void host_access(const Access& access);
  /// A watched device thread follows a pointer to ordinary host memory that the launch was given.
  void host_memory(const Access& access);
  void allocated(const Allocation& allocation);
  /// `caller` is the return address of the call that frees it; null if cudaDeviceReset does.
  void freed(const Allocation& allocation, const void* caller);
  /// The running thread frees memory that is already freed, or that a kernel may not free.
  void freed_in_vain(const char* memory, const void* caller);
  /// A copy or a fill by the runtime API has written these bytes.
  void written_by_host(const void* begin, std::size_t bytes);
  /// These bytes count as uninitialised from now on.
  void left_unwritten(const void* begin, std::size_t bytes);
  /// No thread of the block can continue (deadlock).
  void stuck(const Launch& launch, const Block& block);
  /// The running thread calls a warp operation with a mask that its own lane is not in.
  void lane_not_in_mask(const Launch& launch, const Site& site, unsigned mask);
  /// Called once, at the very end of the process: memory still allocated has leaked, unless the program was aborted.
  void finish(int exit_status);

 private:
  Checker() = default;
};

}  // namespace cudasim::lens
