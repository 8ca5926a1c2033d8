// Cooperative groups: blocks, tiles, coalesced threads, grids. Where a group synchronises, the place of the
// call is noted, so that threads that meet from different places are reported.
#pragma once

#define _COOPERATIVE_GROUPS_H_

#include "cudasim/builtins.hpp"
#include "cudasim/cluster.hpp"
#include "cudasim/lane_group.hpp"
#include "cudasim/site.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/warps_tile.hpp"

namespace cooperative_groups {

/// All threads of the calling thread's block.
class thread_block {
 public:
  struct arrival_token {};

  static void sync(CUDASIM_SITE_ARGUMENTS) {
    cudasim::detail::block_barrier(true, {"thread_block.sync", file, line});
  }
  /// Who waits, waits until all wait: more than a device does.
  static arrival_token barrier_arrive() {
    cudasim::detail::block_arrive();
    return {};
  }
  static void barrier_wait(CUDASIM_SITE_ARGUMENTS) {
    cudasim::detail::block_barrier(true, {"thread_block.barrier_wait", file, line});
  }
  static void barrier_wait(arrival_token&&, CUDASIM_SITE_ARGUMENTS) { barrier_wait(file, line); }
  static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned size() { return num_threads(); }
  static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};

inline thread_block this_thread_block() { return {}; }

/// Shared memory for tiles of more than 32 threads, which devices of compute capability 8.0 and later do not need.
template <unsigned MaxBlockSize = 1024>
struct alignas(8) block_tile_memory {};
template <unsigned MaxBlockSize>
thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return {};
}

/// All threads of the block's cluster: a block alone where the launch has no clusters.
class cluster_group {
 public:
  struct arrival_token {};

  static void sync(CUDASIM_SITE_ARGUMENTS) { cudasim::detail::cluster_barrier({"cluster.sync", file, line}); }
  static arrival_token barrier_arrive(CUDASIM_SITE_ARGUMENTS) {
    cudasim::detail::cluster_arrive({"cluster.barrier_arrive", file, line});
    return {};
  }
  static void barrier_wait(CUDASIM_SITE_ARGUMENTS) {
    cudasim::detail::cluster_wait({"cluster.barrier_wait", file, line});
  }
  static void barrier_wait(arrival_token&&, CUDASIM_SITE_ARGUMENTS) { barrier_wait(file, line); }

  static unsigned query_shared_rank(const void* address, CUDASIM_SITE_ARGUMENTS) {
    return cudasim::detail::rank_in_cluster(address, {"cluster.query_shared_rank", file, line});
  }
  /// The same variable of the block of that rank.
  template <class T>
  static T* map_shared_rank(T* address, int rank, CUDASIM_SITE_ARGUMENTS) {
    return static_cast<T*>(cudasim::detail::in_cluster(address, static_cast<unsigned>(rank),
                                                       {"cluster.map_shared_rank", file, line}));
  }

  static dim3 dim_blocks() { return cudasim::detail::cluster_dimensions(); }
  static unsigned num_blocks() {
    const dim3 size = dim_blocks();
    return size.x * size.y * size.z;
  }
  static dim3 block_index() {
    const dim3 size = dim_blocks();
    return dim3(blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z);
  }
  static unsigned block_rank() { return cudasim::detail::cluster_rank(); }
  static dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  static unsigned thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  static dim3 dim_threads() {
    const dim3 size = dim_blocks();
    return dim3(size.x * blockDim.x, size.y * blockDim.y, size.z * blockDim.z);
  }
  static unsigned num_threads() { return num_blocks() * thread_block::num_threads(); }
  static unsigned size() { return num_threads(); }
};

inline cluster_group this_cluster() { return {}; }

/// All threads of the grid. `sync` needs a cooperative launch.
class grid_group {
 public:
  static bool is_valid() { return cudasim::detail::grid_is_cooperative(); }
  struct arrival_token {};

  static void sync(CUDASIM_SITE_ARGUMENTS) { cudasim::detail::grid_barrier({"grid.sync", file, line}); }
  /// As thread_block's.
  static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(CUDASIM_SITE_ARGUMENTS) {
    cudasim::detail::grid_barrier({"grid.barrier_wait", file, line});
  }
  static void barrier_wait(arrival_token&&, CUDASIM_SITE_ARGUMENTS) { barrier_wait(file, line); }
  static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  static unsigned long long size() { return num_threads(); }
  static dim3 block_index() { return thread_block::group_index(); }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
};

inline grid_group this_grid() { return {}; }

/// Some threads of a warp, known only at run time.
class coalesced_group : public LaneGroup {
 public:
  explicit coalesced_group(unsigned mask, unsigned long long meta_rank = 0, unsigned long long meta_size = 1)
      : LaneGroup(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  unsigned long long meta_group_rank() const { return meta_rank_; }
  unsigned long long meta_group_size() const { return meta_size_; }

 private:
  unsigned long long meta_rank_;
  unsigned long long meta_size_;
};

/// The threads of the warp that have come to this place when none of the warp can run elsewhere.
inline coalesced_group coalesced_threads(CUDASIM_SITE_ARGUMENTS) {
  return coalesced_group(cudasim::detail::converged_lanes({"coalesced_threads", file, line}, true));
}

/// `Size` neighbouring threads of a block, a power of two: lanes of a warp, or several warps.
template <unsigned Size, class Parent = void>
class thread_block_tile : public std::conditional_t<(Size > 32), WarpsTile<Size>, LaneGroup> {
  using Threads = std::conditional_t<(Size > 32), WarpsTile<Size>, LaneGroup>;
  static_assert((Size & (Size - 1)) == 0 && Size != 0, "a tile has a power of two of threads");

 public:
  explicit thread_block_tile(const Threads& threads, unsigned long long meta_rank,
                             unsigned long long meta_size)
      : Threads(threads), meta_rank_(meta_rank), meta_size_(meta_size) {}

  /// A tile of a tile of the same size, whatever it was made from.
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>& other)
      : thread_block_tile(static_cast<const Threads&>(other), other.meta_group_rank(),
                          other.meta_group_size()) {}

  static constexpr unsigned long long num_threads() { return Size; }
  static constexpr unsigned long long size() { return Size; }
  unsigned long long meta_group_rank() const { return meta_rank_; }
  unsigned long long meta_group_size() const { return meta_size_; }

 private:
  unsigned long long meta_rank_;
  unsigned long long meta_size_;
};

/// Any of the groups above but the grid, chosen at run time.
class thread_group {
 public:
  thread_group(const thread_block&) : lanes_(0) {}
  thread_group(const LaneGroup& lanes) : lanes_(lanes.lanes()) {}

  void sync(CUDASIM_SITE_ARGUMENTS) const {
    if (lanes_ != 0)
      LaneGroup(lanes_).sync(file, line);
    else
      thread_block::sync(file, line);
  }
  unsigned long long num_threads() const {
    return lanes_ != 0 ? LaneGroup(lanes_).num_threads() : thread_block::num_threads();
  }
  unsigned long long size() const { return num_threads(); }
  unsigned long long thread_rank() const {
    return lanes_ != 0 ? LaneGroup(lanes_).thread_rank() : thread_block::thread_rank();
  }

 private:
  unsigned lanes_;  // 0: the block
};

namespace detail {

/// The `size` lanes of the warp round the calling one.
inline unsigned tile_lanes(unsigned size) {
  const unsigned lanes = size == 32 ? ~0u : (1u << size) - 1u;
  return lanes << cudasim::detail::segment_begin(cudasim::detail::lane_id(), static_cast<int>(size));
}
/// The `Size` threads of the block round the calling one.
template <unsigned Size>
auto tile_threads() {
  if constexpr (Size > 32)
    return WarpsTile<Size>();
  else
    return LaneGroup(tile_lanes(Size));
}

}  // namespace detail

template <unsigned Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block& block) {
  return thread_block_tile<Size, thread_block>(detail::tile_threads<Size>(), block.thread_rank() / Size,
                                               (block.num_threads() + Size - 1) / Size);
}

template <unsigned Size, unsigned ParentSize, class Grandparent>
thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent>& parent) {
  static_assert(Size <= ParentSize, "a tile is no larger than what it is a part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>(
      detail::tile_threads<Size>(), parent.thread_rank() / Size, ParentSize / Size);
}

/// A tile of at most 32 threads, of a block or of a larger tile.
inline thread_group tiled_partition(const thread_group&, unsigned size) {
  return LaneGroup(detail::tile_lanes(size));
}

/// The threads of the group whose label is the same as the caller's.
template <class Label>
coalesced_group labeled_partition(const LaneGroup& group, Label label, CUDASIM_SITE_ARGUMENTS) {
  const auto lanes = static_cast<unsigned>(cudasim::detail::warp_collective(
      cudasim::detail::WarpOperation::match_any, group.lanes(), cudasim::detail::to_bits(label), 0,
      {"labeled_partition", file, line}));
  return coalesced_group(lanes);
}

/// The threads of the group whose predicate is the same as the caller's.
inline coalesced_group binary_partition(const LaneGroup& group, bool predicate, CUDASIM_SITE_ARGUMENTS) {
  const unsigned yes = cudasim::detail::ballot(group.lanes(), predicate, {"binary_partition", file, line});
  return coalesced_group(predicate ? yes : group.lanes() & ~yes, predicate, 2);
}

template <class Group>
void sync(const Group& group, CUDASIM_SITE_ARGUMENTS) {
  group.sync(file, line);
}
template <class Group>
auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
auto group_size(const Group& group) {
  return group.size();
}

/// Calls the function on one thread of the group.
template <class Group, class Function, class... A>
void invoke_one(const Group& group, Function&& function, A&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<A&&>(arguments)...);
}

/// Calls the function on one thread of the group; all of a tile's or of coalesced threads get what it returns.
template <class Group, class Function, class... A>
auto invoke_one_broadcast(const Group& group, Function&& function, A&&... arguments)
    -> decltype(function(static_cast<A&&>(arguments)...)) {
  decltype(function(static_cast<A&&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = function(static_cast<A&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
