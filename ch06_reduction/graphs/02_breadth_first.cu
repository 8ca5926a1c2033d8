// breadth_first: how do threads traverse a graph if the next step depends on what the others find?
//
// Before   independent_set visits all vertices in each round, and a few rounds are enough. Distances from a source
//          vertex need one round per step of the longest shortest path: thousands on a grid.
// Change   One launch per level; its end is the barrier between levels. Two ways to find the vertices of a level:
//
//              all vertices   one thread per vertex of the graph; those on the level continue, all others return
//              frontier       a queue holds the vertices of a level; one thread, or one warp, for each of them
//
//              queue   s | a b c | d e f g h . . .       every vertex enters once: one array holds all levels
//                      0   1       2     ^ tail          [begin, end) is the frontier, the next one follows it
//
//          Many threads may find the same vertex at the same time. They would all write the same level, but another
//          thread may read the word at that time, and each of them would add the vertex to the queue. So:
//          - all vertices: atomicMin. It does not matter which thread is first, nor how often it happens, and a
//            level that is set is never raised. The flag that some vertex was reached is a plain store: all threads
//            write the same 1, and no thread reads it before the launch is over;
//          - frontier: atomicCAS from `unreached`. Only one thread sees the old value, and it adds the vertex to
//            the queue; atomicAdd on the tail reserves a slot for it.
//          A thread that only reads a level does so by a relaxed atomic load, which may happen next to other
//          threads' atomic operations; a plain read would be a race. No order is needed: the level is all that is read.
//
// Expect   All vertices: levels * vertices reads, nearly all useless if there are many levels (grid), few of them if
//          there are ten (random). Frontier: each vertex and each edge once. Grid: a level is a short diagonal, so
//          both spend their time on launches and on the host, which reads the tail after each level; the frontier
//          should win by less than its work suggests.
//          One warp per vertex: 32 lanes read a hub's thousands of edges in order, so it should win with uneven
//          degrees; with eight neighbors per vertex three quarters of its lanes are idle.
// Run      ./tutorial run breadth_first -- --data random, then grid, then uneven
// See      ./tutorial explain breadth_first
// Source   [Farber] ch. 6 (the idea); Harish and Narayanan, HiPC 2007 (all vertices); Merrill, Garland,
//          Grimshaw, PPoPP 2012 (frontier)

#include <cuda/atomic>

#include "graphs/graphs.hpp"

// A level as it is now, beside other threads' atomic operations.
__device__ int look(int* level) {
  return cuda::atomic_ref<int, cuda::thread_scope_device>(*level).load(cuda::memory_order_relaxed);
}

__global__ void start_levels(ch06::Index vertices, ch06::Index source, int* level, ch06::Index* queue,
                             int* tail) {
  const std::int64_t v = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (v >= vertices) return;
  level[v] = v == source ? 0 : ch06::unreached;
  if (v == source) {
    queue[0] = source;
    *tail = 1;
  }
}

// [kernels]
__global__ void visit_all(ch06::Index vertices, const ch06::Index* start, const ch06::Index* neighbour,
                          int depth, int* level, int* reached) {
  const std::int64_t v = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (v >= vertices || look(&level[v]) != depth) return;

  const std::int64_t end = start[v + 1];
  for (std::int64_t e = start[v]; e < end; ++e) {
    if (atomicMin(&level[neighbour[e]], depth + 1) == ch06::unreached) *reached = 1;
  }
}

// `lanes` neighboring threads share a vertex of the frontier.
template <int lanes>
__global__ void visit_frontier(const ch06::Index* start, const ch06::Index* neighbour, int begin, int end,
                               int depth, int* level, ch06::Index* queue, int* tail) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t place = begin + thread / lanes;
  if (place >= end) return;

  const ch06::Index v = queue[place];
  const std::int64_t last = start[v + 1];
  for (std::int64_t e = start[v] + threadIdx.x % lanes; e < last; e += lanes) {
    const ch06::Index u = neighbour[e];
    // Most neighbors have been reached before, and a read is cheaper than an atomic operation.
    if (look(&level[u]) != ch06::unreached) continue;
    if (atomicCAS(&level[u], ch06::unreached, depth + 1) == ch06::unreached) queue[atomicAdd(tail, 1)] = u;
  }
}
// [kernels]

// The search: a graph on both sides, its levels, and what a search needs to get them.
class Search {
 public:
  Search(const ch06::Graph& graph, ch06::Index source, int block_size)
      : level(static_cast<std::size_t>(graph.vertices)),
        vertices_(graph.vertices),
        source_(source),
        block_size_(block_size),
        device_(graph),
        queue_(level.size()),
        counter_(1) {}

  // Each returns the number of launches.
  int all_vertices() {
    reset();
    int depth = 0;
    int reached = vertices_ > 0;
    for (; reached != 0; ++depth) {
      CUDA_CHECK(cudaMemset(counter_.data(), 0, counter_.bytes()));
      visit_all<<<tutorial::blocks_for(vertices_, block_size_), block_size_>>>(
          vertices_, device_.start.data(), device_.neighbour.data(), depth, level.data(), counter_.data());
      CUDA_CHECK_LAUNCH();
      reached = counter_.to_host()[0];
    }
    return depth;
  }

  template <int lanes>
  int frontier() {
    reset();
    int depth = 0;
    int end = vertices_ > 0;
    for (int begin = 0; begin < end; ++depth) {
      visit_frontier<lanes>
          <<<tutorial::blocks_for(std::int64_t{lanes} * (end - begin), block_size_), block_size_>>>(
              device_.start.data(), device_.neighbour.data(), begin, end, depth, level.data(), queue_.data(),
              counter_.data());
      CUDA_CHECK_LAUNCH();
      begin = end;
      end = counter_.to_host()[0];
    }
    return depth;
  }

  tutorial::DeviceBuffer<int> level;

 private:
  void reset() {
    start_levels<<<tutorial::blocks_for(vertices_, block_size_), block_size_>>>(
        vertices_, source_, level.data(), queue_.data(), counter_.data());
    CUDA_CHECK_LAUNCH();
  }

  ch06::Index vertices_;
  ch06::Index source_;
  int block_size_;
  ch06::DeviceGraph device_;
  tutorial::DeviceBuffer<ch06::Index> queue_;
  tutorial::DeviceBuffer<int> counter_;  // the queue's tail; with all vertices: was anybody reached?
};

void run(tutorial::Program& program, const ch06::GraphOptions& options, std::int64_t source) {
  const ch06::Graph graph = ch06::make_graph(options, program.seed());
  tutorial::Program::require(graph.vertices == 0 || source < graph.vertices,
                             "--source must be a vertex: below " + std::to_string(graph.vertices));
  const std::vector<int> want = ch06::breadth_first_levels(graph, static_cast<ch06::Index>(source));
  std::int64_t reached = 0;
  std::int64_t edges = 0;  // of the vertices that are reached: each search must look at them once
  for (std::size_t v = 0; v < want.size(); ++v) {
    reached += want[v] != ch06::unreached;
    if (want[v] != ch06::unreached) edges += graph.start[v + 1] - graph.start[v];
  }

  Search search(graph, static_cast<ch06::Index>(source), program.block());
  int launches = 0;
  const auto measure = [&](const std::string& variant, auto&& work) {
    search.level.poison();
    program.measure_end_to_end(
        {.variant = variant + ", " + std::to_string(program.block()) + " threads",
         .size = options.size_text(),
         .work = static_cast<double>(edges),
         .unit = tutorial::Unit::giga_elements_per_second},
        [&] { launches = work(); },
        [&] {
          return tutorial::verify(
              search.level.to_host(), [&](std::int64_t v) { return want[static_cast<std::size_t>(v)]; }, {},
              [](std::int64_t v) { return "level of vertex " + std::to_string(v); });
        });
  };
  measure("all vertices, one thread each", [&] { return search.all_vertices(); });
  measure("frontier, one thread per vertex", [&] { return search.frontier<1>(); });
  measure("frontier, one warp per vertex", [&] { return search.frontier<32>(); });

  program.note(std::to_string(graph.vertices) + " vertices, " + std::to_string(graph.edges()) +
               " edges; vertex " + std::to_string(source) + " reaches " + std::to_string(reached) +
               " vertices in " + std::to_string(launches) + " launches");
  program.note("elements: edges of the vertices that are reached; every level was checked");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::GraphOptions options;
  std::int64_t source;
  ch06::add_graph_options(program, options, {"random", "grid", "uneven", "rmat"},
                          {.gpu = 2048, .simulator = 64, .quick = 16});
  program.size("--source", source, "vertex to start from", tutorial::everywhere(0));
  return program.run(argc, argv, [&] { run(program, options, source); });
}
