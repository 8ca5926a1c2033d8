// bfs_on_device: what does a level cost if the host is not involved?
// Step     one launch
// Before   breadth_first launches a kernel for each level, and copies the tail of the queue to the host, which decides
//          whether there is another level. A level with few vertices ends long before the host knows.
// Change   The whole search is one cooperative launch. All its blocks are resident at the same time, so they can wait for
//          each other: `grid.sync()` ends a level, and every thread reads how many vertices the next one
//          has.
//
//              host    launch . . copy . . launch . . copy . .        launch . . . . . . . . . .
//              device       level            level                          level | level | level
//                                                                                grid.sync()
//
//          A thread that is late must still find the count of the finished level while others add to the next one. So there
//          are three counters that rotate: one is read, one is added to, and one is reset.
//
// Expect   The grid has thousands of levels, and the host took most of its time: at least 1.5 times as fast. The random
//          graph has about ten levels and gains nothing there. It should lose: a grid that must be resident as a whole does
//          not have one thread per vertex of a large level, so each thread takes several, one after the other.
//          - At grid 2048 x 2048, it is at least 1.5 times as fast as breadth_first (before measuring).
//          - At random, 4194304 vertices, it is slower than breadth_first (before measuring).
// Run      ./tutorial run bfs_on_device -- --data grid
// See      ./tutorial explain bfs_on_device
// Source   ours; the barrier of a grid is cooperative groups'

#include <cooperative_groups.h>

#include <cuda/atomic>

#include "graphs/further/search.hpp"

// A level as it is now, beside other threads' atomic operations.
__device__ int look(int* level) {
  return cuda::atomic_ref<int, cuda::thread_scope_device>(*level).load(cuda::memory_order_relaxed);
}

// [kernel]
// found: three counters. The blocks wait for each other.
__global__ void bfs_on_device(ch06::GraphView graph, ch06::Index source, int* level, ch06::Index* queue,
                              int* found) {
  const auto grid = cooperative_groups::this_grid();
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::int64_t v = thread; v < graph.vertices; v += threads)
    level[v] = v == source ? 0 : ch06::unreached;
  if (thread == 0) {
    queue[0] = source;
    found[1] = 0;
  }
  // [change]
  grid.sync();

  int end = 1;
  for (int begin = 0, depth = 1; begin < end; ++depth) {
    int* const tail = found + depth % 3;
    if (thread == 0) found[(depth + 1) % 3] = 0;  // was read in the previous level
    // [change]
    for (std::int64_t place = begin + thread; place < end; place += threads) {
      const ch06::Index v = queue[place];
      const std::int64_t last = graph.start[v + 1];
      for (std::int64_t e = graph.start[v]; e < last; ++e) {
        const ch06::Index u = graph.neighbour[e];
        if (look(&level[u]) != ch06::unreached) continue;
        if (atomicCAS(&level[u], ch06::unreached, depth) == ch06::unreached) {
          queue[end + atomicAdd(tail, 1)] = u;
        }
      }
    }
    // [change]
    grid.sync();
    begin = end;
    end += *tail;
    // [change]
  }
}
// [kernel]

void run(tutorial::Program& program, const ch06::SearchOptions& options) {
  ch06::Search search(program, options);
  tutorial::DeviceBuffer<ch06::Index> queue(search.level.size());
  tutorial::DeviceBuffer<int> found(3);
  const unsigned blocks = ch06::blocks_together(bfs_on_device, program.block(), search.graph.vertices);
  search.measure("one launch, one thread per vertex", [&] {
    ch06::run_together(bfs_on_device, blocks, program.block(), search.on_device(), search.source,
                       search.level.data(), queue.data(), found.data());
  });
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SearchOptions options;
  ch06::add_search_options(program, options, 256);
  return program.run(argc, argv, [&] { run(program, options); });
}
