// bfs_parts: how do threads share the hundred thousand edges of a hub?
// Step     parts of eight edges
// Before   In bfs_seen_bits a thread takes a vertex with all its edges, one after the other: it waits for each neighbor,
//          then for its bit, then for its slot in the queue. A hub's thread delays a whole level.
// Change   The queue holds parts instead of vertices: up to eight adjacent edges of one vertex. A thread takes a part and
//          has all eight in flight together: eight neighbors, then their eight bits, then the offsets of those that it
//          found. A hub is as many parts as it needs, for as many threads.
//
//              queue    | a: 5 edges | b: 8 of 19 | b: 8 of 19 | b: 3 of 19 | c: 2 edges | ..
//              thread         0            1            2            3            4
//
//          A thread that finds a vertex reads where its edges are, and writes its parts. To reserve slots, the lanes of a
//          warp add up what they need, and one of them updates the counter for all; the whole warp writes a hub's parts.
//
// Expect   With one thread per vertex, each edge takes three trips to memory, one after the other; now eight edges share
//          them, and one lane of 32 updates the counter. So at least twice as fast on the random graph, and more if there
//          are hubs. On the grid a level is one round of such trips instead of five: at least 1.5 times.
//          - At random, 4194304 vertices, it is at least 2 times as fast as bfs_seen_bits (before measuring).
//          - At uneven, 4194304 vertices, it is at least 3 times as fast as bfs_seen_bits (before measuring).
//          - At grid 2048 x 2048, it is at least 1.5 times as fast as bfs_seen_bits (before measuring). Missed: A level
//            on the grid is short: its time is the barrier of all blocks and a chain of trips (tail, queue, neighbors,
//            bit, counter), and only one link of that chain became shorter. We did not measure how long each link takes.
// Run      ./tutorial run bfs_parts -- --data uneven
// See      ./tutorial explain bfs_parts
// Source   ours; work shared by edges is Merrill, Garland, Grimshaw's, PPoPP 2012

#include <cooperative_groups.h>

#include "graphs/further/parts.cuh"
#include "graphs/further/search.hpp"

using ch06::Part;
using ch06::part_edges;

// [kernel]
// seen: one bit per vertex; found: three counters. The blocks wait for each other.
__global__ void bfs_parts(ch06::GraphView graph, ch06::Index source, int* level, unsigned* seen, Part* queue,
                          unsigned* found) {
  const auto grid = cooperative_groups::this_grid();
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const int lane = threadIdx.x % tutorial::warp_size;
  const std::int64_t warp_begin = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;
  begin_at(source, graph, level, seen, queue, found);
  grid.sync();

  // [change]
  unsigned end = found[0];
  // [change]
  unsigned begin = 0;
  for (int depth = 1; begin < end; ++depth) {
    unsigned* const tail = found + depth % 3;
    if (warp_begin + lane == 0) found[(depth + 1) % 3] = 0;  // was read in the previous level
    // [change]
    for (std::int64_t place = begin + warp_begin; place < end; place += threads) {
      const Part part = place + lane < end ? queue[place + lane] : Part{};
      follow(graph, part, depth, level, seen, queue + end, tail);
    }
    // [change]
    grid.sync();
    begin = end;
    end += *tail;
  }
}
// [kernel]

void run(tutorial::Program& program, const ch06::SearchOptions& options) {
  ch06::Search search(program, options);
  tutorial::DeviceBuffer<unsigned> seen((search.level.size() + 31) / 32);
  tutorial::DeviceBuffer<Part> queue(search.level.size() + search.graph.neighbour.size() / part_edges);
  tutorial::DeviceBuffer<unsigned> found(3);
  const unsigned blocks = ch06::blocks_together(bfs_parts, program.block(), search.graph.vertices);
  search.measure("a thread for 8 edges", [&] {
    ch06::run_together(bfs_parts, blocks, program.block(), search.on_device(), search.source,
                       search.level.data(), seen.data(), queue.data(), found.data());
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SearchOptions options;
  ch06::add_search_options(program, options, 256);
  return program.run(argc, argv, [&] { run(program, options); });
}
