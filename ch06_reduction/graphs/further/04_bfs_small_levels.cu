// bfs_small_levels: why should all blocks wait for a level that one of them could do alone?
// Step     small levels alone
// Before   In bfs_parts every level ends with a barrier of the whole grid, for which every block sends a word to the L2
//          cache and waits for the reply. A level of a hundred parts is work for four warps at most, and all other threads
//          reach the barrier without having done anything.
// Change   If a level has no more parts than a block has threads, the first block does it alone. It needs only the block's
//          barrier, and the counter is in its shared memory. It continues alone, level after level, until one is larger; the
//          other blocks wait at one barrier for all of these levels together.
//
//              parts          1    9   60  400  3000 ..  5000   700   80    2
//              first block    -----alone------> |       |       ----alone---->
//              the others     ......wait......  | level | level ....wait......
//
// Expect   Half of the grid's levels are that small if a block has 1024 threads, and each of them saves a barrier; the
//          trips to memory remain. So it should gain, but at most 50%. The random graph has a handful of small levels, which
//          save microseconds out of a millisecond.
//          - At grid 2048 x 2048, it is 1.1 to 1.5 times as fast as bfs_parts (before measuring). Missed: It lost. We
//            suppose that the trips became longer, but read no counter: the vertices of a diagonal are in different rows,
//            so nearly each access is a sector of its own, and all of them come from a single SM. A limit well below 1024
//            parts might work better; we did not try that.
//          - At random, 4194304 vertices, it is as fast as bfs_parts (before measuring).
// Run      ./tutorial run bfs_small_levels -- --data grid
// See      ./tutorial explain bfs_small_levels
// Source   ours

#include <cooperative_groups.h>

#include "graphs/further/parts.cuh"
#include "graphs/further/search.hpp"

constexpr int largest_block = 1024;

// Where the search is.
struct Progress {
  int depth;
  unsigned begin;  // of the frontier
  unsigned end;
};

// [change]
// [small]
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
// [small]
// [change]

// [kernel]
// seen: one bit per vertex; found: three counters. The blocks wait for each other.
__global__ void __launch_bounds__(largest_block)
    bfs_small_levels(ch06::GraphView graph, ch06::Index source, int* level, unsigned* seen, ch06::Part* queue,
                     unsigned* found, Progress* progress) {
  const auto grid = cooperative_groups::this_grid();
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const int lane = threadIdx.x % tutorial::warp_size;
  const std::int64_t warp_begin = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane;
  begin_at(source, graph, level, seen, queue, found);
  grid.sync();

  Progress at = {.depth = 1, .begin = 0, .end = found[0]};
  // [change]
  // Counted apart from the depth: the three counters take turns at the levels of all blocks.
  for (int turn = 1; at.begin < at.end;) {
    if (at.end - at.begin <= blockDim.x) {
      if (blockIdx.x == 0) {
        at = small_levels(graph, at, level, seen, queue);
        if (threadIdx.x == 0) *progress = at;
      }
      grid.sync();
      at = *progress;
      continue;
    }
    // [change]
    unsigned* const tail = found + turn % 3;
    if (warp_begin + lane == 0) found[(turn + 1) % 3] = 0;  // was read in the previous level
    ++turn;
    for (std::int64_t place = at.begin + warp_begin; place < at.end; place += threads) {
      const ch06::Part part = place + lane < at.end ? queue[place + lane] : ch06::Part{};
      follow(graph, part, at.depth, level, seen, queue + at.end, tail);
    }
    grid.sync();
    // [also changed]
    at = {.depth = at.depth + 1, .begin = at.end, .end = at.end + *tail};
    // [also changed]
  }
}
// [kernel]

void run(tutorial::Program& program, const ch06::SearchOptions& options) {
  ch06::Search search(program, options);
  tutorial::DeviceBuffer<unsigned> seen((search.level.size() + 31) / 32);
  tutorial::DeviceBuffer<ch06::Part> queue(search.level.size() +
                                           search.graph.neighbour.size() / ch06::part_edges);
  tutorial::DeviceBuffer<unsigned> found(3);
  tutorial::DeviceBuffer<Progress> progress(1);
  const unsigned blocks = ch06::blocks_together(bfs_small_levels, program.block(), search.graph.vertices);
  search.measure("small levels by one block", [&] {
    ch06::run_together(bfs_small_levels, blocks, program.block(), search.on_device(), search.source,
                       search.level.data(), seen.data(), queue.data(), found.data(), progress.data());
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SearchOptions options;
  ch06::add_search_options(program, options, largest_block);
  return program.run(argc, argv, [&] { run(program, options); });
}
