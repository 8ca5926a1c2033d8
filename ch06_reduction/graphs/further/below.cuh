#pragma once

#include "graphs/further/parts.cuh"

/// A level that is searched from those who are not seen.
namespace ch06::below {

// [below]
constexpr int in_flight = 4;  // neighbors that a vertex loads at once

// Does vertex v have a neighbor that was seen? `back` has the edges that lead to v.
__device__ bool has_seen_neighbour(const ch06::GraphView& back, ch06::Index v, const unsigned* seen) {
  const unsigned end = back.start[v + 1];
  for (unsigned e = back.start[v]; e < end; e += in_flight) {
    ch06::Index u[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) u[k] = back.neighbour[e + k < end ? e + k : end - 1];
    bool any = false;
#pragma unroll
    for (int k = 0; k < in_flight; ++k) any |= (seen[u[k] / 32] >> u[k] % 32 & 1) != 0;
    if (any) return true;
  }
  return false;
}

// A bottom-up level: the vertices that are not in `seen` look for a neighbor that is. `after` gets all that are seen
// then; *tail is increased by the number of their parts.
__device__ void search_below(const ch06::GraphView& graph, const ch06::GraphView& back, int depth, int* level,
                             const unsigned* seen, unsigned* after, unsigned* tail) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % tutorial::warp_size;
  unsigned parts = 0;
  for (std::int64_t begin = thread - lane; begin < graph.vertices; begin += threads) {
    const auto v = static_cast<ch06::Index>(begin + lane);
    const unsigned word = seen[begin / 32];
    const bool found =
        begin + lane < graph.vertices && (word >> lane & 1) == 0 && has_seen_neighbour(back, v, seen);
    if (found) {
      level[v] = depth;
      parts += ch06::parts_of(graph.start[v + 1] - graph.start[v]);
    }
    const unsigned news = __ballot_sync(ch06::whole_warp, found);
    if (lane == 0) after[begin / 32] = word | news;
  }
  ch06::reserve(tail, parts);
}

// The frontier's parts, of the vertices that are in `seen` and not in `before`.
__device__ void list_frontier(const ch06::GraphView& graph, int depth, int* level, const unsigned* seen,
                              const unsigned* before, ch06::Part* queue, unsigned* tail) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % tutorial::warp_size;
  for (std::int64_t begin = part_edges * (thread - lane); begin < graph.vertices;
       begin += part_edges * threads) {
    ch06::Index u[part_edges];
    bool found[part_edges];
#pragma unroll
    for (int k = 0; k < part_edges; ++k) {
      const std::int64_t first = begin + k * tutorial::warp_size;
      u[k] = static_cast<ch06::Index>(first + lane);
      found[k] = first < graph.vertices && ((seen[first / 32] & ~before[first / 32]) >> lane & 1) != 0;
    }
    enter(graph, u, found, depth, level, queue, tail);
  }
}
// [below]

}  // namespace ch06::below
