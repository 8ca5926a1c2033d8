#pragma once

#include <cooperative_groups.h>

#include "graphs/graphs.hpp"
#include "tutorial/tensor_map.hpp"

/// Levels that one cluster searches alone, with the bits of the vertices in the shared memory of its blocks.
namespace ch06::cluster {

constexpr unsigned cluster_blocks = 16;
constexpr int in_flight = 8;              // neighbors that a thread loads at once
constexpr unsigned group_vertices = 128;  // whose bits a thread reads at once
constexpr unsigned many_edges = 64;       // a vertex with more is its block's, not a thread's
constexpr int ahead = 16;                 // numbers of an array: so far ahead of a vertex are prefetched
constexpr unsigned sector = 8;            // numbers that one request brings, in 32 bytes
constexpr unsigned most_hubs = 256;       // that a block shares in a level
constexpr unsigned edges_per_thread = 4;  // of the cluster, in a level that is its own

// Where the search is.
struct Progress {
  int depth;
  unsigned begin;  // of the frontier
  unsigned end;
};

// Groups of vertices that a block of the cluster has.
__host__ __device__ unsigned groups_of_block(ch06::Index vertices) {
  return (static_cast<unsigned>(vertices) + group_vertices * cluster_blocks - 1) /
         (group_vertices * cluster_blocks);
}

#if TUTORIAL_HOPPER_CODE
using Cluster = cooperative_groups::cluster_group;

// A block's share of three fields of bits, one bit per vertex, in its shared memory: every sixteenth group of 128.
struct Share {
  unsigned groups;
  ulonglong2* seen;      // before the frontier
  ulonglong2* frontier;  // and some that were seen before
  ulonglong2* next;
  unsigned* hub_counts;  // two, which take turns
  unsigned* edges;       // of the block's vertices in this level
};

// [cluster]
// Where the bit of vertex v is, in the same field of the block that has it.
__device__ unsigned* word_of(const Cluster& cluster, ulonglong2* field, ch06::Index v) {
  const unsigned group = static_cast<unsigned>(v) / group_vertices;
  auto* const words = reinterpret_cast<unsigned*>(cluster.map_shared_rank(field, group % cluster_blocks));
  return words + group / cluster_blocks * 4 + v / 32 % 4;
}

__device__ void prefetch(const ch06::Index* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(address)));
}

// Takes the first bit that is set out of 128. Which one was it?
__device__ unsigned take_first(ulonglong2& bits) {
  if (bits.x != 0) {
    const int first = __ffsll(static_cast<long long>(bits.x)) - 1;
    bits.x &= bits.x - 1;
    return first;
  }
  const int first = __ffsll(static_cast<long long>(bits.y)) - 1;
  bits.y &= bits.y - 1;
  return 64 + first;
}

// Marks the neighbors at edges `first`, `first` + `step`, .. before `end`; also those that were seen before.
__device__ void mark_neighbours(const Cluster& cluster, const ch06::GraphView& graph, unsigned first,
                                unsigned end, unsigned step, ulonglong2* next) {
  for (unsigned e = first; e < end; e += in_flight * step) {
    ch06::Index u[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) u[k] = e + k * step < end ? graph.neighbour[e + k * step] : -1;
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      if (u[k] >= 0) atomicOr(word_of(cluster, next, u[k]), 1u << u[k] % 32);
    }
  }
}

// A level of the cluster: the block's part of the frontier marks its neighbors, and adds its edges to each block's `found`.
__device__ void cluster_level(const Cluster& cluster, const ch06::GraphView& graph, const Share& share,
                              int depth, int* level, unsigned* found) {
  __shared__ ch06::Index hubs[most_hubs];
  unsigned& hub_count = share.hub_counts[depth % 2];
  if (threadIdx.x == 0) share.hub_counts[(depth + 1) % 2] = 0;  // was read in the previous level

  unsigned edges = 0;
  for (unsigned g = threadIdx.x; g < share.groups; g += blockDim.x) {
    const ulonglong2 marked = share.frontier[g];
    if ((marked.x | marked.y) == 0) continue;
    ulonglong2& seen = share.seen[g];
    ulonglong2 news = {marked.x & ~seen.x, marked.y & ~seen.y};
    seen = {seen.x | marked.x, seen.y | marked.y};
    share.frontier[g] = {0, 0};  // the level after the next one marks here
    const unsigned first_vertex = (g * cluster_blocks + cluster.block_rank()) * group_vertices;
    while ((news.x | news.y) != 0) {
      const auto v = static_cast<ch06::Index>(first_vertex + take_first(news));
      level[v] = depth;
      const unsigned first = graph.start[v];
      const unsigned end = graph.start[v + 1];
      edges += end - first;
      // Vertices with similar numbers are often in similar levels, so their edges are prefetched into the L2 cache.
      // One vertex per sector requests the sector.
      if (v % sector == 0 && graph.vertices - v > ahead) prefetch(&graph.start[v + ahead]);
      if (first / sector != end / sector && graph.edges - end > ahead)
        prefetch(&graph.neighbour[end + ahead - sector / 2]);
      if (end - first > many_edges) {
        const unsigned place = atomicAdd(&hub_count, 1);
        if (place < most_hubs) {
          hubs[place] = v;
          continue;
        }
      }
      mark_neighbours(cluster, graph, first, end, 1, share.next);
    }
  }
  edges = __reduce_add_sync(ch06::whole_warp, edges);
  if (threadIdx.x % tutorial::warp_size == 0 && edges > 0) atomicAdd(share.edges, edges);
  __syncthreads();
  // Each block receives the number. Otherwise it would have to read it, a round trip after the barrier.
  if (threadIdx.x < cluster_blocks) {
    const unsigned of_block = *share.edges;
    __syncwarp((1u << cluster_blocks) - 1);
    if (threadIdx.x == 0) *share.edges = 0;
    if (of_block > 0) atomicAdd(cluster.map_shared_rank(found, threadIdx.x), of_block);
  }
  for (unsigned i = 0; i < min(hub_count, most_hubs); ++i) {
    mark_neighbours(cluster, graph, graph.start[hubs[i]] + threadIdx.x, graph.start[hubs[i] + 1], blockDim.x,
                    share.next);
  }
}
// [cluster]

// The first cluster's levels from here on, until one has too many edges. The frontier are those who are in `seen` and not
// in `before`, which are given back the same way.
__device__ Progress cluster_levels(const ch06::GraphView& graph, Progress at, int* level, unsigned* seen,
                                   unsigned* before) {
  extern __shared__ ulonglong2 fields[];
  __shared__ unsigned own_edges[3];
  __shared__ unsigned hub_counts[2];
  __shared__ unsigned block_edges;
  const Cluster cluster = cooperative_groups::this_cluster();
  const unsigned groups = groups_of_block(graph.vertices);
  Share share = {groups, fields, fields + groups, fields + 2 * groups, hub_counts, &block_edges};
  // The block's words of the fields in global memory.
  const unsigned words = (static_cast<unsigned>(graph.vertices) + 31) / 32;
  const auto for_words = [&](auto&& work) {
    for (unsigned i = threadIdx.x; i < 4 * groups; i += blockDim.x) {
      work(i, (i / 4 * cluster_blocks + cluster.block_rank()) * 4 + i % 4);
    }
  };
  for_words([&](unsigned i, unsigned word) {
    reinterpret_cast<unsigned*>(share.seen)[i] = word < words ? before[word] : 0;
    reinterpret_cast<unsigned*>(share.frontier)[i] = word < words ? seen[word] : 0;
    reinterpret_cast<unsigned*>(share.next)[i] = 0;
  });
  if (threadIdx.x < 3) own_edges[threadIdx.x] = 0;
  if (threadIdx.x < 2) hub_counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) block_edges = 0;
  cluster.sync();

  unsigned found = 0;
  do {
    cluster_level(cluster, graph, share, at.depth - 1, level, own_edges + at.depth % 3);
    if (threadIdx.x == 0) own_edges[(at.depth + 1) % 3] = 0;  // was read in the previous level
    cluster.sync();
    found = own_edges[at.depth % 3];
    ulonglong2* const empty = share.frontier;
    share.frontier = share.next;
    share.next = empty;
    ++at.depth;
  } while (found > 0 && found <= edges_per_thread * cluster.num_threads());
  for_words([&](unsigned i, unsigned word) {
    if (word >= words) return;
    before[word] = reinterpret_cast<unsigned*>(share.seen)[i];
    seen[word] = before[word] | reinterpret_cast<unsigned*>(share.frontier)[i];
    for (unsigned bits = seen[word] & ~before[word]; bits != 0; bits &= bits - 1) {
      level[word * 32 + __ffs(static_cast<int>(bits)) - 1] = at.depth - 1;
    }
  });
  return {.depth = at.depth, .begin = 0, .end = found};
}
#endif

}  // namespace ch06::cluster
