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
//          - At grid 2048 x 2048, it is at least 1.5 times as fast as bfs_seen_bits (before measuring). Why: A level on
//            the grid is short: its time is the barrier of all blocks and a chain of trips (tail, queue, neighbors, bit,
//            counter), and only one link of that chain became shorter. We did not measure how long each link
//            takes.
// Run      ./tutorial run bfs_parts -- --data uneven
// See      ./tutorial explain bfs_parts
// Source   ours; work shared by edges is Merrill, Garland, Grimshaw's, PPoPP 2012

#include <cooperative_groups.h>

#include "graphs/further/search.hpp"
#include "graphs/further/seen.cuh"

// [change]
// [repeated]
// [parts]
constexpr int part_edges = 8;       // their numbers are 32 bytes, a sector
constexpr unsigned few_edges = 64;  // up to this number, one thread writes the parts
constexpr unsigned whole_warp = 0xFFFFFFFFu;

// Adjacent edges of one vertex.
struct Part {
  ch06::Index first;
  int edges;
};

__device__ unsigned parts_of(unsigned edges) { return (edges + part_edges - 1) / part_edges; }

// Reserves `count` slots of the queue for each lane of the warp; one lane updates *tail for all.
__device__ unsigned reserve(unsigned* tail, unsigned count) {
  const int lane = threadIdx.x % tutorial::warp_size;
  unsigned to_here = count;  // of the lanes up to this one
  for (int offset = 1; offset < tutorial::warp_size; offset *= 2) {
    const unsigned before = __shfl_up_sync(whole_warp, to_here, offset);
    if (lane >= offset) to_here += before;
  }
  unsigned begin = 0;
  if (lane == tutorial::warp_size - 1 && to_here > 0) begin = atomicAdd(tail, to_here);
  return __shfl_sync(whole_warp, begin, tutorial::warp_size - 1) + to_here - count;
}

// Writes the edges from `first` on as parts: thread `rank` of `threads` writes every `threads`-th part.
__device__ void write_parts(Part* queue, ch06::Index first, unsigned edges, unsigned rank, unsigned threads) {
#pragma unroll 1
  for (unsigned e = rank * part_edges; e < edges; e += threads * part_edges) {
    const unsigned left = edges - e;
    queue[e / part_edges] = {static_cast<ch06::Index>(first + e),
                             static_cast<int>(left < part_edges ? left : part_edges)};
  }
}

// Each lane of the warp has found the vertices u[k] of which found[k] is true: their level is `depth`, and their edges go
// into the queue, after its *tail parts.
__device__ void enter(const ch06::GraphView& graph, const ch06::Index* u, const bool* found, int depth,
                      int* level, Part* queue, unsigned* tail) {
  ch06::Index first[part_edges];
  unsigned edges[part_edges];
#pragma unroll
  for (int k = 0; k < part_edges; ++k) {
    first[k] = 0;
    edges[k] = 0;
    if (!found[k]) continue;
    level[u[k]] = depth;
    first[k] = graph.start[u[k]];
    edges[k] = graph.start[u[k] + 1] - first[k];
  }
  unsigned parts = 0;
#pragma unroll
  for (int k = 0; k < part_edges; ++k) parts += parts_of(edges[k]);

  unsigned place = reserve(tail, parts);
#pragma unroll
  for (int k = 0; k < part_edges; ++k) {
    if (edges[k] <= few_edges) write_parts(queue + place, first[k], edges[k], 0, 1);
    for (unsigned hubs = __ballot_sync(whole_warp, edges[k] > few_edges); hubs != 0; hubs &= hubs - 1) {
      const int lane = __ffs(hubs) - 1;
      write_parts(queue + __shfl_sync(whole_warp, place, lane), __shfl_sync(whole_warp, first[k], lane),
                  __shfl_sync(whole_warp, edges[k], lane), threadIdx.x % tutorial::warp_size,
                  tutorial::warp_size);
    }
    place += parts_of(edges[k]);
  }
}

// Each lane of the warp follows the edges of a part, which may have none.
__device__ void follow(const ch06::GraphView& graph, const Part& part, int depth, int* level, unsigned* seen,
                       Part* queue, unsigned* tail) {
  ch06::Index u[part_edges];
  bool found[part_edges];
#pragma unroll
  for (int k = 0; k < part_edges; ++k) u[k] = k < part.edges ? graph.neighbour[part.first + k] : 0;
#pragma unroll
  for (int k = 0; k < part_edges; ++k) found[k] = k < part.edges && !ch06::is_seen(seen, u[k]);
#pragma unroll
  for (int k = 0; k < part_edges; ++k) found[k] = found[k] && ch06::sees_first(seen, u[k]);
  enter(graph, u, found, depth, level, queue, tail);
}
// [parts]

// Before the first level only the source is reached; its parts are the queue, and found[0] counts them. The first
// warp of the grid adds them.
__device__ void begin_at(ch06::Index source, const ch06::GraphView& graph, int* level, unsigned* seen,
                         Part* queue, unsigned* found) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::int64_t v = thread; v < graph.vertices; v += threads) {
    if (v != source) level[v] = ch06::unreached;
    if (v % 32 == 0) seen[v / 32] = v / 32 == source / 32 ? 1u << source % 32 : 0;
  }
  if (thread >= tutorial::warp_size) return;
  if (thread == 0) found[0] = found[1] = 0;
  __syncwarp();
  const ch06::Index u[part_edges] = {source};
  const bool is_source[part_edges] = {thread == 0};
  enter(graph, u, is_source, 0, level, queue, found);
}
// [repeated]
// [change]

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
