// independent_set: how can vertices that must not be neighbors choose themselves, all at once?
//
// Before   A loop over the vertices takes each one that has no neighbor in the set yet. Every step depends on the
//          previous ones, and thousands of threads have nothing to do.
// Change   Luby's algorithm: in each round every undecided vertex draws a random number. A vertex with the largest
//          number of its undecided neighborhood joins the set; its neighbors are excluded. Two kernels per round,
//          one thread per vertex:
//
//              choose   reads the undecided vertices, writes `chosen` 3 - 9 - 4 - 7     9 and 7 are chosen
//              settle   reads `chosen`, writes its own membership     0   X   0   X
//
//          No thread reads what another thread writes in the same launch: in a single kernel a vertex could see
//          its neighbor as decided before it has decided itself. The number is a function of a counter, the round
//          and the vertex, so neighbors need not exchange what they drew, and the set depends only on --seed: it
//          is the same on every GPU, and on the simulator.
//
// Expect   Each round decides a large part of what is left, so the number of rounds grows like the logarithm of the
//          number of vertices: a handful for the book's 10x10 grid, about twice as many for millions. The first
//          two rounds do nearly all of the work.
//          The picture is the book's (another seed, another set): X in the set, 0 not. No two X are side by side
//          or one above the other, and every 0 has an X next to it.
// Run      ./tutorial run independent_set -- --seed 1
// See      ./tutorial explain independent_set
// Source   [Farber] ch. 6 (there by the CUSP library); Luby, SIAM J. Comput. 15 (1986)

#include <stdexcept>
#include <string>
#include <vector>

#include "graphs/graphs.hpp"
#include "sparse/matrices.hpp"

// Whether a's draw of 64 bits is larger than b's. If they are equal, the larger vertex number decides.
__device__ bool beats(ch06::Index a, ch06::Index b, const tutorial::Random& round) {
  const std::uint64_t drawn_a = round.bits(static_cast<std::uint64_t>(a));
  const std::uint64_t drawn_b = round.bits(static_cast<std::uint64_t>(b));
  return drawn_a != drawn_b ? drawn_a > drawn_b : a > b;
}

// [kernels]
__global__ void choose(ch06::Index vertices, const ch06::Index* start, const ch06::Index* neighbour,
                       tutorial::Random round, const unsigned char* member, unsigned char* chosen) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (thread >= vertices || member[thread] != ch06::undecided) return;

  const auto v = static_cast<ch06::Index>(thread);
  const std::int64_t end = start[v + 1];
  bool largest = true;
  for (std::int64_t e = start[v]; e < end && largest; ++e) {
    const ch06::Index u = neighbour[e];
    // A vertex that is its own neighbor does not exclude itself.
    if (u != v && member[u] == ch06::undecided) largest = beats(v, u, round);
  }
  chosen[v] = largest;
}

// A vertex decided in an earlier round left `chosen` unchanged: 0 outside the set; 1 inside, where no
// undecided neighbor is left to read it.
__global__ void settle(ch06::Index vertices, const ch06::Index* start, const ch06::Index* neighbour,
                       const unsigned char* chosen, unsigned char* member, int* still_undecided) {
  const std::int64_t v = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (v >= vertices || member[v] != ch06::undecided) return;

  if (chosen[v]) {
    member[v] = ch06::inside;
    return;
  }
  const std::int64_t end = start[v + 1];
  for (std::int64_t e = start[v]; e < end; ++e) {
    if (neighbour[e] != v && chosen[neighbour[e]]) {
      member[v] = ch06::outside;
      return;
    }
  }
  atomicAdd(still_undecided, 1);
}
// [kernels]

// Runs rounds until every vertex is decided, and returns how many were undecided after each. The vertex with the largest
// draw joins in each round, so a round that decides no vertex is a fault, and would repeat without end.
std::vector<int> grow_set(const ch06::Graph& graph, const ch06::DeviceGraph& device, std::uint64_t seed,
                          int block_size, tutorial::DeviceBuffer<unsigned char>& member,
                          tutorial::DeviceBuffer<unsigned char>& chosen,
                          tutorial::DeviceBuffer<int>& counter) {
  static_assert(ch06::undecided == 0);
  std::vector<int> left;
  if (graph.vertices == 0) return left;
  CUDA_CHECK(cudaMemset(member.data(), 0, member.bytes()));
  const unsigned blocks = tutorial::blocks_for(graph.vertices, block_size);
  const tutorial::Random seeds(seed);
  do {
    const tutorial::Random round(seeds.bits(left.size()));
    choose<<<blocks, block_size>>>(graph.vertices, device.start.data(), device.neighbour.data(), round,
                                   member.data(), chosen.data());
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemset(counter.data(), 0, counter.bytes()));
    settle<<<blocks, block_size>>>(graph.vertices, device.start.data(), device.neighbour.data(),
                                   chosen.data(), member.data(), counter.data());
    CUDA_CHECK_LAUNCH();
    const int before = left.empty() ? graph.vertices : left.back();
    left.push_back(counter.to_host()[0]);
    if (left.back() >= before)
      throw std::runtime_error("round " + std::to_string(left.size()) + " decided none of the " +
                               std::to_string(before) + " vertices that were undecided");
  } while (left.back() > 0);
  return left;
}

// Measures one graph; returns the set. `rated`: the table shows edges per second, each edge counted once. For a hundred
// vertices that rate says nothing.
std::vector<unsigned char> measure(tutorial::Program& program, const ch06::Graph& graph,
                                   const std::string& size, bool rated) {
  const ch06::DeviceGraph device(graph);  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<unsigned char> member(static_cast<std::size_t>(graph.vertices));  // cudaMalloc
  tutorial::DeviceBuffer<unsigned char> chosen(member.size());
  tutorial::DeviceBuffer<int> counter(1);
  std::vector<int> left;
  std::vector<unsigned char> set;
  program.measure_end_to_end(
      {.variant = "Luby, one thread per vertex, " + std::to_string(program.block()) + " threads",
       .size = size,
       .work = rated ? static_cast<double>(graph.edges()) : 0,
       .unit = tutorial::Unit::giga_elements_per_second},
      [&] { left = grow_set(graph, device, program.seed(), program.block(), member, chosen, counter); },
      [&] {
        set = member.to_host();
        return ch06::check_independent_set(graph, set);
      });

  std::string text = size + ": " + std::to_string(std::count(set.begin(), set.end(), ch06::inside)) + " of " +
                     std::to_string(graph.vertices) + " vertices in the set, " +
                     std::to_string(graph.edges()) + " edges; undecided after each round:";
  for (const int count : left) text += " " + std::to_string(count);
  program.note(text);
  return set;
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::GraphOptions options;
  ch06::add_graph_options(program, options, {"grid", "random", "uneven", "rmat"},
                          {.gpu = 2048, .simulator = 64, .quick = 16});
  return program.run(argc, argv, [&] {
    // An edge of a file counts in both directions: neighbors are neighbors of each other.
    const ch06::Graph made = ch06::make_graph(options, program.seed());
    const ch06::Graph graph = options.matrix.empty() ? made : ch06::undirected(made);

    constexpr int side = 10;
    const std::vector<unsigned char> set =
        measure(program, ch06::graph_of(ch06::poisson<float>(side, side)), "grid 10 x 10", false);
    for (int row = 0; row < side; ++row) {
      std::string line = " ";
      for (int col = 0; col < side; ++col) line += set[row * side + col] == ch06::inside ? " X" : " 0";
      program.note(line);
    }

    measure(program, graph, options.size_text(), true);
    program.note("each set was checked: no two neighbors in it, and no vertex left that could join");
  });
}
