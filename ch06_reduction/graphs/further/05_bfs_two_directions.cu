// bfs_two_directions: must a search look at every edge?
// Step     from both sides
// Before   bfs_small_levels follows every edge of every frontier. In two or three levels of a random graph the frontier has
//          most of the edges, and nearly all of them lead to vertices that have been seen already.
// Change   If the frontier has more than an eighth of the graph's edges, the search reverses: each unseen vertex looks for a
//          neighbor that has been seen. One is enough, so most of the edges are never read. A warp has 32 adjacent vertices,
//          whose bits are one word; it writes that word without an atomic operation.
//
//              top down     frontier -> all its neighbors: was it seen? which thread found it?     12 million edges
//              bottom up    not yet seen -> neighbors, until one has been seen                     a few per vertex
//
//          The bits must not change while a level reads them, or a vertex would be found from its own level. So there are
//          two bit fields: one is read, the other is written, and they are swapped. A seen neighbor of an unseen vertex
//          must be in the frontier: had it been there a level earlier, the vertex would have been seen.
//
//          Bottom up, a frontier consists only of bits. Its parts are counted, to choose the next direction, and written
//          when the search switches back: they are the bits that are set in one field and not in the other.
//
//          Bottom up, edges are walked backward. If a file's graph is directed, it also contains them in that order.
//
// Expect   The random graph's large levels cost a fraction of what they did: at least twice as fast; more with hubs, since
//          almost every vertex has one as a neighbor. The grid's frontier never has an eighth of the edges, so there it is
//          as fast as before.
//          - At random, 4194304 vertices, it is at least 2 times as fast as bfs_small_levels (before measuring).
//          - At uneven, 4194304 vertices, it is at least 2 times as fast as bfs_small_levels (before measuring).
//          - At grid 2048 x 2048, it is as fast as bfs_small_levels (before measuring).
// Run      ./tutorial run bfs_two_directions -- --data rmat --degree 32
// See      ./tutorial explain bfs_two_directions
// Source   Beamer, Asanovic, Patterson, SC 2012

#include <cooperative_groups.h>

#include "graphs/further/below.cuh"
#include "graphs/further/search.hpp"

using ch06::part_edges;
using ch06::below::list_frontier;
using ch06::below::search_below;

constexpr int largest_block = 1024;
constexpr int turns_at_most = 8;  // the search turns round where the frontier has one of so many edges

// Where the search is.
struct Progress {
  int depth;
  unsigned begin;  // of the frontier
  unsigned end;
};

// The first block's levels from here on, as long as none has more parts than the block has threads.
__device__ Progress small_levels(const ch06::GraphView& graph, Progress at, int* level, unsigned* seen,
                                 ch06::Part* queue) {
  __shared__ unsigned found[3];
  if (threadIdx.x == 0) found[at.depth % 3] = 0;
  __syncthreads();
  for (; at.begin < at.end && at.end - at.begin <= blockDim.x; ++at.depth) {
    unsigned* const tail = found + at.depth % 3;
    if (threadIdx.x == 0) found[(at.depth + 1) % 3] = 0;
    const unsigned place = at.begin + threadIdx.x;
    const ch06::Part part = place < at.end ? queue[place] : ch06::Part{};
    follow(graph, part, at.depth, level, seen, queue + at.end, tail);
    __syncthreads();
    at.begin = at.end;
    at.end += *tail;
  }
  return at;
}

// [kernel]
// back: the graph with every edge turned round; seen, after: one bit per vertex; found: three counters. The blocks wait for
// each other.
__global__ void __launch_bounds__(largest_block)
    bfs_two_directions(ch06::GraphView graph, ch06::GraphView back, unsigned many_parts, ch06::Index source,
                       int* level, unsigned* seen, unsigned* after, ch06::Part* queue, unsigned* found,
                       Progress* progress) {
  const auto grid = cooperative_groups::this_grid();
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const int lane = threadIdx.x % tutorial::warp_size;
  const std::int64_t warp_begin = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;
  begin_at(source, graph, level, seen, queue, found);
  grid.sync();

  Progress at = {.depth = 1, .begin = 0, .end = found[0]};
  // [change]
  bool listed =
      true;  // the frontier's parts are in the queue; else their places are free, and `after` was seen before
  // [change]
  // Counted apart from the depth: the three counters take turns at the levels of all blocks.
  for (int turn = 1; at.begin < at.end;) {
    // [change]
    const bool is_small = at.end - at.begin <= blockDim.x;
    const bool from_below = !is_small && at.end - at.begin > many_parts;
    if (is_small && listed) {
      // [change]
      if (blockIdx.x == 0) {
        at = small_levels(graph, at, level, seen, queue);
        if (threadIdx.x == 0) *progress = at;
      }
      grid.sync();
      at = *progress;
      continue;
    }
    unsigned* const tail = found + turn % 3;
    if (warp_begin + lane == 0) found[(turn + 1) % 3] = 0;  // was read in the previous level
    ++turn;
    // [change]
    if (!listed && !from_below) {
      list_frontier(graph, at.depth - 1, level, seen, after, queue + at.begin, tail);
      grid.sync();
      listed = true;
      continue;
    }
    if (from_below) {
      search_below(graph, back, at.depth, level, seen, after, tail);
      unsigned* const before = seen;
      seen = after;
      after = before;
      listed = false;
    } else {
      // [change]
      for (std::int64_t place = at.begin + warp_begin; place < at.end; place += threads) {
        const ch06::Part part = place + lane < at.end ? queue[place + lane] : ch06::Part{};
        follow(graph, part, at.depth, level, seen, queue + at.end, tail);
      }
    }
    grid.sync();
    at = {.depth = at.depth + 1, .begin = at.end, .end = at.end + *tail};
  }
}
// [kernel]

void run(tutorial::Program& program, const ch06::SearchOptions& options) {
  ch06::Search search(program, options);
  const std::size_t words = (search.level.size() + 31) / 32;
  tutorial::DeviceBuffer<unsigned> seen(words);
  tutorial::DeviceBuffer<ch06::Part> queue(search.level.size() + search.graph.neighbour.size() / part_edges);
  tutorial::DeviceBuffer<unsigned> found(3);
  tutorial::DeviceBuffer<Progress> progress(1);
  // [change]
  tutorial::DeviceBuffer<unsigned> after(words);
  const auto many_parts = static_cast<unsigned>(search.graph.edges() / part_edges / turns_at_most);
  // Only a file's edges may lead one way alone.
  const bool directed = !options.graph.matrix.empty();
  const ch06::Graph backwards = directed ? ch06::reversed(search.graph) : ch06::Graph{};
  const ch06::DeviceGraph backwards_on_device(backwards);
  const ch06::GraphView back = directed ? ch06::view(backwards, backwards_on_device) : search.on_device();
  // [change]
  const unsigned blocks = ch06::blocks_together(bfs_two_directions, program.block(), search.graph.vertices);
  search.measure("from above or below, by the frontier's edges", [&] {
    ch06::run_together(bfs_two_directions, blocks, program.block(), search.on_device(), back, many_parts,
                       search.source, search.level.data(), seen.data(), after.data(), queue.data(),
                       found.data(), progress.data());
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SearchOptions options;
  ch06::add_search_options(program, options, largest_block);
  return program.run(argc, argv, [&] { run(program, options); });
}
