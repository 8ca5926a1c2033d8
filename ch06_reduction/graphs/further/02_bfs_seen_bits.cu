// bfs_seen_bits: what does it take to know that a vertex was reached before?
// Step     one bit per vertex
// Before   bfs_on_device reads the level of every neighbor: 32 bits, somewhere in as many words as the graph has vertices.
//          Most of those reads return the level of a vertex that was finished long ago, which is not needed.
// Change   One bit per vertex says whether it was reached. 4 million vertices are 512 KB of bits, which stay in the L2
//          cache, where 16 MB of levels compete with edges and queue. `atomicOr` returns the word's previous value: the
//          thread that finds its bit unset has found the vertex, and no other thread has. So the level no longer needs an
//          atomic operation; one thread writes it, and no thread reads it.
//
//              level   7 - 3 3 - - 4 ..    32 bits each        seen    1 0 1 1 0 0 1 ..    1 bit each
//
// Expect   A test is still one request per edge, and most of them already hit L2 before. So slightly less time if there are
//          many edges. The levels of the grid wait for the round trip, which is as long as
//          before.
//          - At random, 4194304 vertices, it is faster than bfs_on_device (before measuring). Missed on the H200:
//            The levels of 4 M vertices are 16 MB, which the L2 cache holds as it holds the bits. So a read costs
//            the same.
//          - At grid 2048 x 2048, it is as fast as bfs_on_device (before measuring). Missed on the H200: A few
//            percent faster. We have not looked for the reason.
// Run      ./tutorial run bfs_seen_bits -- --data random
// See      ./tutorial explain bfs_seen_bits
// Source   Merrill, Garland, Grimshaw, PPoPP 2012

#include <cooperative_groups.h>

#include "graphs/further/search.hpp"
#include "graphs/further/seen.cuh"

using ch06::is_seen;
using ch06::sees_first;

// [kernel]
// seen: one bit per vertex; found: three counters. The blocks wait for each other.
__global__ void bfs_seen_bits(ch06::GraphView graph, ch06::Index source, int* level, unsigned* seen,
                              ch06::Index* queue, int* found) {
  const auto grid = cooperative_groups::this_grid();
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::int64_t v = thread; v < graph.vertices; v += threads) {
    level[v] = v == source ? 0 : ch06::unreached;
    // [change]
    if (v % 32 == 0) seen[v / 32] = v / 32 == source / 32 ? 1u << source % 32 : 0;
    // [change]
  }
  if (thread == 0) {
    queue[0] = source;
    found[1] = 0;
  }
  grid.sync();

  int end = 1;
  for (int begin = 0, depth = 1; begin < end; ++depth) {
    int* const tail = found + depth % 3;
    if (thread == 0) found[(depth + 1) % 3] = 0;  // was read in the previous level
    for (std::int64_t place = begin + thread; place < end; place += threads) {
      const ch06::Index v = queue[place];
      const std::int64_t last = graph.start[v + 1];
      for (std::int64_t e = graph.start[v]; e < last; ++e) {
        const ch06::Index u = graph.neighbour[e];
        // [change]
        if (is_seen(seen, u) || !sees_first(seen, u)) continue;
        level[u] = depth;
        queue[end + atomicAdd(tail, 1)] = u;
        // [change]
      }
    }
    grid.sync();
    begin = end;
    end += *tail;
  }
}
// [kernel]

void run(tutorial::Program& program, const ch06::SearchOptions& options) {
  ch06::Search search(program, options);
  tutorial::DeviceBuffer<unsigned> seen((search.level.size() + 31) / 32);
  tutorial::DeviceBuffer<ch06::Index> queue(search.level.size());
  tutorial::DeviceBuffer<int> found(3);
  const unsigned blocks = ch06::blocks_together(bfs_seen_bits, program.block(), search.graph.vertices);
  search.measure("one bit per vertex, one thread per vertex", [&] {
    ch06::run_together(bfs_seen_bits, blocks, program.block(), search.on_device(), search.source,
                       search.level.data(), seen.data(), queue.data(), found.data());
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SearchOptions options;
  ch06::add_search_options(program, options, 256);
  return program.run(argc, argv, [&] { run(program, options); });
}
