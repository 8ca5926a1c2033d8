#pragma once

#include <cooperative_groups.h>

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include "rows/words.cuh"
#include "tutorial/tensor_map.hpp"
#include "tutorial/tutorial.hpp"

/// Who owns a row: some lanes of a warp, a block, or a cluster of eight blocks. `size` threads of the group hold the row in
/// their registers, at most 32 floats per thread. For softmax_kept and layer_norm.
namespace rows {

constexpr int held_floats = 32;    ///< per thread
constexpr int cluster_blocks = 8;  ///< the portable maximum
constexpr std::int64_t held_by_a_block = held_floats * block_size;
constexpr std::int64_t held_at_most = held_by_a_block * cluster_blocks;  ///< columns

/// What a group needs in shared memory to combine its values once.
struct Slots {
  float of_warps[warps];                     // for a block
  float of_cluster[cluster_blocks * warps];  // for a cluster: of each of its warps
};

/// `lanes` neighboring lanes of a warp own a row.
template <int lanes>
struct Lanes {
  static constexpr int size = lanes;
  static constexpr int blocks = 1;
  __device__ std::int64_t row() const {
    return (std::int64_t{blockIdx.x} * block_size + threadIdx.x) / lanes;
  }
  __device__ unsigned rank() const { return threadIdx.x % lanes; }
  __device__ void begin() const {}
  __device__ void wait() const {}
  template <typename Op>
  __device__ float all(float value, Op op, Slots&) const {
    return all_lanes<lanes>(value, op);
  }
};

/// A block owns a row.
struct Block {
  static constexpr int size = block_size;
  static constexpr int blocks = 1;
  __device__ std::int64_t row() const { return blockIdx.x; }
  __device__ unsigned rank() const { return threadIdx.x; }
  __device__ void begin() const {}
  __device__ void wait() const {}
  template <typename Op>
  __device__ float all(float value, Op op, Slots& slots) const {
    return all_threads(value, op, slots.of_warps);
  }
};

/// A cluster of blocks owns a row. Each warp writes its value to the shared memory of all eight blocks.
struct Cluster {
  static constexpr int size = cluster_blocks * block_size;
  static constexpr int blocks = cluster_blocks;
  __device__ std::int64_t row() const { return blockIdx.x / cluster_blocks; }
  __device__ unsigned rank() const { return blockIdx.x % cluster_blocks * block_size + threadIdx.x; }
  /// No block may write to the memory of one that has not begun. Work between the two calls need not wait for that.
  __device__ void begin() const {
#if TUTORIAL_HOPPER_CODE
    cooperative_groups::this_cluster().barrier_arrive();
#endif
  }
  __device__ void wait() const {
#if TUTORIAL_HOPPER_CODE
    cooperative_groups::this_cluster().barrier_wait();
#endif
  }
  template <typename Op>
  __device__ float all(float value, Op op, Slots& slots) const {
#if TUTORIAL_HOPPER_CODE
    const auto cluster = cooperative_groups::this_cluster();
    const unsigned lane = threadIdx.x % tutorial::warp_size;
    value = all_lanes<tutorial::warp_size>(value, op);
    if (lane < cluster_blocks) {
      cluster.map_shared_rank(slots.of_cluster, lane)[rank() / tutorial::warp_size] = value;
    }
    cluster.sync();
    static_assert(cluster_blocks * warps == 2 * tutorial::warp_size);
    value = op(slots.of_cluster[lane], slots.of_cluster[lane + tutorial::warp_size]);
    return all_lanes<tutorial::warp_size>(value, op);
#else
    return value;
#endif
  }
};

/// Calls f(group, words) with the smallest group that can hold a row, and the words that each of its threads holds.
/// @pre columns <= held_at_most, and a multiple of the floats in a Word
template <typename Word, typename F>
void with_group(std::int64_t columns, F&& f) {
  constexpr int in_word = sizeof(Word) / sizeof(float);
  const std::integral_constant<int, 1> one;
  const std::integral_constant<int, held_floats / in_word> many;
  const auto words = static_cast<unsigned>(columns / in_word);
  if (columns > held_by_a_block) return f(Cluster{}, many);
  if (words > static_cast<unsigned>(tutorial::warp_size * many)) return f(Block{}, many);
  if (words > tutorial::warp_size) return f(Lanes<32>{}, many);
  switch (std::bit_ceil(words)) {
    case 32: return f(Lanes<32>{}, one);
    case 16: return f(Lanes<16>{}, one);
    case 8: return f(Lanes<8>{}, one);
    case 4: return f(Lanes<4>{}, one);
    case 2: return f(Lanes<2>{}, one);
    default: return f(Lanes<1>{}, one);
  }
}

/// What the device can hold. @throws tutorial::UsageError
inline void require_that_it_fits(std::int64_t columns) {
  tutorial::Program::require(columns <= held_at_most, "--columns: at most " + std::to_string(held_at_most));
  tutorial::Program::require(
      columns <= held_by_a_block || tutorial::device_attribute(cudaDevAttrClusterLaunch) != 0,
      "--columns: rows of more than " + std::to_string(held_by_a_block) + " need compute capability 9.0");
}

/// The launch of a kernel in whose grid every row has a group. Keep `cluster` until the kernel is launched.
template <typename Group>
cudaLaunchConfig_t launch_of(std::int64_t rows, cudaLaunchAttribute& cluster) {
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {Group::blocks, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = tutorial::blocks_for(rows * Group::size, block_size);
  config.blockDim = block_size;
  config.attrs = &cluster;
  config.numAttrs = Group::blocks > 1 ? 1 : 0;
  return config;
}

/// For the table: "8 threads per row, words of 16 bytes".
template <typename Group, typename Word>
std::string group_text() {
  return std::to_string(Group::size) + (Group::size == 1 ? " thread" : " threads") + " per row, words of " +
         std::to_string(sizeof(Word)) + " bytes";
}

}  // namespace rows
