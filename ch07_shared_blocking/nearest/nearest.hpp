#pragma once

#include <algorithm>
#include <cstdint>

#include "tutorial/tutorial.hpp"

/// How a list of chunks is cut into slices, so that few points make many blocks: nearest_split and the rungs after it.
namespace nearest {

/// Most slices: one for each lane of a warp that merges what they found.
constexpr int most_slices = 32;

/// First chunk of a slice; the next slice starts where it ends.
__host__ __device__ inline int first_chunk(int slice, int slices, int chunks) {
  return static_cast<int>(static_cast<long long>(slice) * chunks / slices);
}

/// Slices of the list of chunks: the more, the more blocks there are, and the more work at their starts and ends.
///
/// The busiest SM determines the time. Its blocks share its throughput, and it holds `resident_blocks`
/// at a time; if there are fewer, they leave gaps: a single block takes twice its share.
/// @param query_blocks     blocks that one slice needs
/// @param resident_blocks  blocks that an SM holds at a time
/// @param fewest           slices at least, if there are so many chunks
inline int choose_slices(int query_blocks, int chunks, int multiprocessors, int resident_blocks,
                         int fewest = 1) {
  constexpr double block_cost = 0.5;  // of a block's start and end, in chunks
  const auto cost = [&](int slices) {
    const std::int64_t blocks = (std::int64_t{query_blocks} * slices + multiprocessors - 1) / multiprocessors;
    const std::int64_t rest = blocks % resident_blocks;
    const double gaps = rest == 0 ? 0 : 1.0 / static_cast<double>(rest);
    return (static_cast<double>(blocks) + gaps) * (static_cast<double>(chunks) / slices + block_cost);
  };
  int best = std::max(1, std::min(fewest, chunks));
  for (int slices = best + 1; slices <= std::min(most_slices, chunks); ++slices) {
    if (cost(slices) < cost(best)) best = slices;
  }
  return best;
}

/// The same for a kernel on the current device.
template <typename Kernel>
int slices_for(Kernel* kernel, int block_size, unsigned query_blocks, int chunks, int fewest = 1) {
  return choose_slices(static_cast<int>(query_blocks), chunks, tutorial::multiprocessors(),
                       tutorial::resident_blocks_per_multiprocessor(kernel, block_size), fewest);
}

}  // namespace nearest
