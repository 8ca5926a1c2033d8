// Tiles of several warps: barriers of the block, with numbers that inline PTX does not have.
#include "cudasim/warps_tile.hpp"

#include "cudasim/sync.hpp"
#include "sim/runtime/block.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::detail {
namespace {

/// The running thread's warp, in the order of the threads.
unsigned warp_in_block() {
  return static_cast<unsigned>(&this_worker->running() - this_worker->block->threads.data()) / lanes_per_warp;
}

/// There are 16 tiles of 64 threads, 8 of 128, and so on.
unsigned number_of_tile(unsigned size) {
  const unsigned tiles = 1024 / size, before = 32 - 2 * tiles;
  return named_barriers + before + warp_in_block() / (size / lanes_per_warp);
}

}  // namespace

void tile_barrier(unsigned size, const Site& site) {
  if (is_taken_out(site)) return;
  meet_at_barrier(number_of_tile(size), {0, size, true, false, site}, BarrierOrders::memory,
                  __builtin_return_address(0));
}

void tile_gather(unsigned size, std::uint64_t given, bool gives, unsigned tag, std::uint64_t* of_warps,
                 const Site& site) {
  const void* const called_from = __builtin_return_address(0);
  Block& block = *this_worker->block;
  const unsigned warp = warp_in_block(), warps = size / lanes_per_warp, first = warp / warps * warps;
  if (gives) block.tile_slots[warp].given = given;
  block.tile_slots[warp].tag = tag;
  meet_at_barrier(number_of_tile(size), {0, size, true, false, site}, BarrierOrders::nothing, called_from);
  bool differ = false;
  for (unsigned i = 0; i < warps; ++i) {
    of_warps[i] = block.tile_slots[first + i].given;
    differ = differ || block.tile_slots[first + i].tag != tag;
  }
  if (differ) misused(site, "threads of the tile name different sources");
  meet_at_barrier(number_of_tile(size), {0, size, true, false, site}, BarrierOrders::nothing, called_from);
}

}  // namespace cudasim::detail
