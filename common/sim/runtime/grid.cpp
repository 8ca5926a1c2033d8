// Cooperative launches: all blocks of the grid are in flight on one worker, each runs until its threads wait
// for the grid, and when all of them do they go on.
#include <memory>
#include <string>
#include <vector>

#include "sim/runtime/divergence.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/shared_arena.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

using Blocks = std::vector<Block>;

// Lets all threads go on if every block of the grid waits at the same place. Blocks that have ended never
// come.
void try_release_grid(Launch& launch, Blocks& blocks) {
  const Block* waiting = nullptr;
  const Block* ended = nullptr;
  for (const Block& block : blocks) {
    if (block.ready_warps != 0 || block.held != 0) return;
    (block.live == 0 ? ended : waiting) = &block;
  }
  if (waiting == nullptr) return;
  if (ended != nullptr) {
    launch.fail(cudaErrorLaunchFailure,
                "kernel %s: block (%u,%u,%u) waits for the whole grid, but block (%u,%u,%u) has ended",
                launch.name(), waiting->index.x, waiting->index.y, waiting->index.z, ended->index.x,
                ended->index.y, ended->index.z);
    return;
  }
  if (observer != nullptr) observer->grid_barrier_complete();
  for (Block& block : blocks) {
    block.at_grid = 0;
    block.make_all_ready();
  }
}

}  // namespace

void Worker::run_cooperatively(Launch& the_launch) {
  Blocks blocks(the_launch.blocks);
  begin(the_launch, blocks[0]);
  for (std::uint64_t i = 0; i < blocks.size(); ++i) {
    blocks[i].shape(launch->config.block);
    if (launch->seed != 0) blocks[i].order_warps(launch->seed + i);
    blocks[i].reset(launch->block_index(i));
    blocks[i].arena = take_arena();
  }
  bool going_on = true;
  while (going_on && !launch->failed) {
    going_on = false;
    for (Block& each : blocks) {
      if (each.ready_warps == 0) continue;
      going_on = true;
      if (!run(each)) break;
    }
    if (!going_on)
      for (Block& each : blocks) {
        going_on = going_on || each.held != 0;
        each.release_held();
      }
    try_release_grid(*launch, blocks);
  }
  if (launch->failed) fibres.abandon_all();
  for (const Block& each : blocks) give_back_arena(each.arena);
  end();
}

}  // namespace cudasim
