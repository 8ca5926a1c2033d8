#pragma once

#include "graphs/further/seen.cuh"
#include "graphs/further/together.hpp"

/// A frontier in parts of eight edges.
namespace ch06 {

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

}  // namespace ch06
