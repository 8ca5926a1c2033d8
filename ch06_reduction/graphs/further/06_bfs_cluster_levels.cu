// bfs_cluster_levels: how short can a level be?
// Step     bits in a cluster
// Before   In bfs_two_directions the first block does the levels that have no more parts than it has threads; larger ones
//          wait for a barrier of the grid. A level is a chain of trips to memory: queue, neighbors, bits, edges, counter.
// Change   Sixteen blocks on neighboring SMs are a cluster: they have a hardware barrier and reach each other's shared
//          memory (distributed shared memory). The first cluster does the levels with few edges, and keeps all bits there:
//          4 million are 512 KB, 32 KB per block. There is no queue. A block has every sixteenth group of 128 vertices, in
//          three fields:
//
//              seen       1 1 1 0 0 0 0 0 ..
//              frontier   1 0 1 1 0 1 0 0 ..   marked; those that were not seen before are the frontier
//              next       0 0 0 0 0 0 0 0 ..   where the frontier marks its neighbors, in whichever block's share they are
//
//          Marking is one-way: no thread waits for a reply. A vertex's own block finds out whether it was seen before when
//          it reads its bits. Nor does any block ask how many edges the level has: before the barrier each block adds its
//          own number to the counters of all blocks. What remains of the chain is the vertex's edges and their neighbors.
//
//          A block shares a vertex with many edges among its threads. When a level has too many edges for sixteen SMs, the
//          bits are copied to global memory, and the search continues as before; it may come back from the bottom-up
//          levels.
//
// Expect   On the grid a level waits for two trips to memory instead of seven, and for a barrier that takes a fraction of a
//          microsecond: at least twice as fast. The random graph's small levels are a few microseconds of its search.
//          - At grid 2048 x 2048, it is at least 2 times as fast as bfs_two_directions (before measuring).
//          - At random, 4194304 vertices, it is as fast as bfs_two_directions (before measuring). Missed: It loses nearly a
//            quarter, or a tenth with blocks of 1024 threads. Clusters of 16 blocks leave 4 of 132 SMs empty, and the shared
//            memory for the bits is taken from every block's L1 cache. We did not measure which of the two it is.
// Run      ./tutorial run bfs_cluster_levels -- --data grid
// See      ./tutorial explain bfs_cluster_levels
// Source   ours; clusters: CUDA C++ Programming Guide, thread block clusters

#include <cooperative_groups.h>

#include "graphs/further/below.cuh"
#include "graphs/further/cluster_level.cuh"
#include "graphs/further/search.hpp"

using namespace ch06::cluster;
using ch06::part_edges;

[[maybe_unused]] constexpr int largest_block = 1024;
constexpr int turns_at_most = 8;  // the search turns round where the frontier has one of so many edges

// [kernel]
// back: the graph with every edge turned round; seen, before: one bit per vertex; found: three counters. The blocks wait for
// each other.
__global__ void __launch_bounds__(largest_block)
    bfs_cluster_levels(ch06::GraphView graph, ch06::GraphView back, unsigned many_parts, ch06::Index source,
                       int* level, unsigned* seen, unsigned* before, ch06::Part* queue, unsigned* found,
                       Progress* progress, bool fits_cluster) {
#if TUTORIAL_HOPPER_CODE
  const auto grid = cooperative_groups::this_grid();
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const int lane = threadIdx.x % tutorial::warp_size;
  const std::int64_t warp_begin = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;
  for (std::int64_t v = warp_begin + lane; v < graph.vertices; v += threads) {
    level[v] = v == source ? 0 : ch06::unreached;
    if (v % 32 != 0) continue;
    seen[v / 32] = v / 32 == source / 32 ? 1u << source % 32 : 0;
    before[v / 32] = 0;
  }
  if (warp_begin + lane < 3) found[lane] = 0;
  grid.sync();

  // [change]
  const unsigned small_parts = edges_per_thread * cluster_blocks * blockDim.x / part_edges;
  // The frontier is given by bits; its parts are not listed, but counted.
  bool listed = false;
  Progress at = {
      .depth = 1, .begin = 0, .end = 1 + ch06::parts_of(graph.start[source + 1] - graph.start[source])};
  for (int turn = 1; at.begin < at.end;) {
    const bool is_small = fits_cluster && at.end - at.begin <= small_parts;
    const bool from_below = !is_small && at.end - at.begin > many_parts;
    if (is_small && !listed) {
      if (blockIdx.x < cluster_blocks) {
        at = cluster_levels(graph, at, level, seen, before);
        if (blockIdx.x + threadIdx.x == 0) *progress = at;
      }
      grid.sync();
      at = *progress;
      continue;
    }
    // [change]
    unsigned* const tail = found + turn % 3;
    if (warp_begin + lane == 0) found[(turn + 1) % 3] = 0;  // was read in the previous level
    ++turn;
    if (!listed && !from_below) {
      ch06::below::list_frontier(graph, at.depth - 1, level, seen, before, queue, tail);
      grid.sync();
      // [also changed]
      at = {.depth = at.depth, .begin = 0, .end = *tail};
      // [also changed]
      listed = true;
      continue;
    }
    if (from_below) {
      ch06::below::search_below(graph, back, at.depth, level, seen, before, tail);
      unsigned* const after = before;
      before = seen;
      seen = after;
      listed = false;
      // [also changed]
      grid.sync();
      at = {.depth = at.depth + 1, .begin = 0, .end = *tail};
      continue;
      // [also changed]
    }
    for (std::int64_t place = at.begin + warp_begin; place < at.end; place += threads) {
      const ch06::Part part = place + lane < at.end ? queue[place + lane] : ch06::Part{};
      follow(graph, part, at.depth, level, seen, queue + at.end, tail);
    }
    grid.sync();
    at = {.depth = at.depth + 1, .begin = at.end, .end = at.end + *tail};
  }
#endif
}
// [kernel]

void run(tutorial::Program& program, const ch06::SearchOptions& options) {
  ch06::Search search(program, options);
  const std::size_t words = (search.level.size() + 31) / 32;
  tutorial::DeviceBuffer<unsigned> seen(words);
  tutorial::DeviceBuffer<unsigned> before(words);
  tutorial::DeviceBuffer<ch06::Part> queue(search.level.size() + search.graph.neighbour.size() / part_edges);
  tutorial::DeviceBuffer<unsigned> found(3);
  tutorial::DeviceBuffer<Progress> progress(1);
  const auto many_parts = static_cast<unsigned>(search.graph.edges() / part_edges / turns_at_most);
  // Only a file's edges may lead one way alone.
  const bool directed = !options.graph.matrix.empty();
  const ch06::Graph backwards = directed ? ch06::reversed(search.graph) : ch06::Graph{};
  const ch06::DeviceGraph backwards_on_device(backwards);
  const ch06::GraphView back = directed ? ch06::view(backwards, backwards_on_device) : search.on_device();
  // [change]
  if (tutorial::device_attribute(cudaDevAttrClusterLaunch) == 0) {
    program.left_out("clusters of blocks", "they need compute capability 9.0");
    return;
  }
  // [launch]
  cudaLaunchAttribute attributes[2]{};
  attributes[0].id = cudaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {cluster_blocks, 1, 1};
  cudaLaunchConfig_t launch{};
  launch.gridDim = cluster_blocks;
  launch.blockDim = static_cast<unsigned>(program.block());
  launch.attrs = attributes;
  launch.numAttrs = 2;
  // More than eight blocks in a cluster, and more than 48 KB in a block, are for those that ask.
  CUDA_CHECK(cudaFuncSetAttribute(bfs_cluster_levels, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  const int most_shared = tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 4096;
  const std::size_t shared = 3 * sizeof(ulonglong2) * groups_of_block(search.graph.vertices);
  const bool fits_cluster = shared <= static_cast<std::size_t>(most_shared);
  if (fits_cluster) launch.dynamicSmemBytes = shared;
  CUDA_CHECK(cudaFuncSetAttribute(bfs_cluster_levels, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(launch.dynamicSmemBytes)));
  int resident = 0;  // clusters that the device holds at a time
  CUDA_CHECK(cudaOccupancyMaxActiveClusters(&resident, bfs_cluster_levels, &launch));
  if (resident == 0) {
    program.left_out("clusters of 16 blocks", "this device holds none");
    return;
  }
  const unsigned wanted = tutorial::blocks_for(search.graph.vertices, program.block() * 16);
  launch.gridDim = cluster_blocks * std::min(static_cast<unsigned>(resident), wanted);
  search.measure("small levels by a cluster", [&] {
    CUDA_CHECK(cudaLaunchKernelEx(&launch, bfs_cluster_levels, search.on_device(), back, many_parts,
                                  search.source, search.level.data(), seen.data(), before.data(),
                                  queue.data(), found.data(), progress.data(), fits_cluster));
    CUDA_CHECK(cudaDeviceSynchronize());
  });
  // [launch]
  // [change]
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SearchOptions options;
  ch06::add_search_options(program, options, 512);
  return program.run(argc, argv, [&] { run(program, options); });
}
