// Cooperative launches: all blocks of the grid are in flight on one worker. Each runs until its threads wait
// for the grid; when all blocks do, they continue.
#include <memory>
#include <string>
#include <vector>

#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/shared_arena.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

using Blocks = std::vector<Block>;

// Releases all threads if every block of the grid waits at the same place; false if none can continue. Blocks that have
// ended never arrive.
bool try_release_grid(Launch& launch, Blocks& blocks) {
  const Block* waiting = nullptr;
  const Block* ended = nullptr;
  for (const Block& block : blocks) {
    if (block.live != 0 && !all_wait_for_grid(block)) {
      report_stuck(launch, block);
      return false;
    }
    (block.live == 0 ? ended : waiting) = &block;
  }
  if (waiting == nullptr) return false;
  if (ended != nullptr) {
    launch.fail(cudaErrorLaunchFailure,
                "kernel %s: block (%u,%u,%u) waits for the whole grid, but block (%u,%u,%u) has ended",
                launch.name(), waiting->index.x, waiting->index.y, waiting->index.z, ended->index.x,
                ended->index.y, ended->index.z);
    return false;
  }
  if (observer != nullptr) observer->grid_barrier_complete();
  for (Block& block : blocks) {
    block.at_grid = 0;
    block.make_all_ready();
  }
  return true;
}

}  // namespace

void Worker::run_in_turns(Blocks& blocks) {
  bool going_on = true;
  while (going_on && !launch->failed) {
    going_on = false;
    for (Block& each : blocks) {
      if (each.ready_warps == 0) continue;
      going_on = true;
      if (!run(each)) return;
    }
    if (going_on) continue;
    for (Block& each : blocks) {
      going_on = going_on || each.held != 0;
      each.release_held();
    }
  }
}

void Worker::run_cooperatively(Launch& the_launch) {
  Blocks blocks(the_launch.blocks);
  const std::uint64_t cluster_blocks = the_launch.cluster_blocks();
  begin(the_launch, blocks[0]);
  for (std::uint64_t i = 0; i < blocks.size(); ++i) {
    blocks[i].shape(launch->config.block);
    if (launch->seed != 0) blocks[i].order_warps(launch->seed + i, launch->last_lanes_first);
    blocks[i].reset(launch->block_index(i));
    blocks[i].arena = take_arena();
  }
  std::vector<Cluster> clusters(cluster_blocks > 1 ? blocks.size() / cluster_blocks : 0);
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    clusters[i] = {&blocks[i * cluster_blocks], static_cast<unsigned>(cluster_blocks)};
    for (unsigned rank = 0; rank < cluster_blocks; ++rank) clusters[i].blocks[rank].cluster = &clusters[i];
  }
  bool going_on = true;
  while (going_on && !launch->failed) {
    run_in_turns(blocks);
    going_on = !launch->failed && try_release_grid(*launch, blocks);
  }
  if (launch->failed) fibres.abandon_all();
  for (const Block& each : blocks) give_back_arena(each.arena);
  end();
}

}  // namespace cudasim
