#include "graphs/graphs.hpp"

#include <utility>

#include "sparse/coordinates.hpp"
#include "sparse/matrices.hpp"
#include "sparse/matrix_market.hpp"

namespace ch06 {

template <typename T>
Graph graph_of(Csr<T>&& matrix) {
  tutorial::Program::require(matrix.rows == matrix.cols,
                             "the matrix of a graph must be square; this one is " +
                                 std::to_string(matrix.rows) + " x " + std::to_string(matrix.cols));
  return {.vertices = matrix.rows, .start = std::move(matrix.row_start), .neighbour = std::move(matrix.col)};
}

template Graph graph_of(Csr<float>&&);
template Graph graph_of(Csr<double>&&);

Graph undirected(const Graph& graph) {
  Coo<float> both{.rows = graph.vertices, .cols = graph.vertices};
  for (Index v = 0; v < graph.vertices; ++v) {
    for (auto e = static_cast<std::size_t>(graph.start[static_cast<std::size_t>(v)]);
         e < static_cast<std::size_t>(graph.start[static_cast<std::size_t>(v) + 1]); ++e) {
      both.add(v, graph.neighbour[e], 1);
      both.add(graph.neighbour[e], v, 1);
    }
  }
  return graph_of(to_csr(both));
}

Graph reversed(const Graph& graph) {
  Coo<float> back{.rows = graph.vertices, .cols = graph.vertices};
  for (Index v = 0; v < graph.vertices; ++v) {
    for (auto e = static_cast<std::size_t>(graph.start[static_cast<std::size_t>(v)]);
         e < static_cast<std::size_t>(graph.start[static_cast<std::size_t>(v) + 1]); ++e) {
      back.add(graph.neighbour[e], v, 1);
    }
  }
  return graph_of(to_csr(back));
}

namespace {

void require_fitting(std::int64_t vertices, std::int64_t degree, const std::string& option) {
  tutorial::Program::require(
      vertices <= most_entries && (vertices == 0 || degree <= most_entries / vertices),
      "a graph may have 2^31 - 1 vertices and edges at most: choose a smaller " + option + " or --degree");
}

}  // namespace

Graph random_graph(std::int64_t vertices, std::int64_t degree, bool hubs, std::uint64_t seed) {
  require_fitting(vertices, degree, "--grid");
  const auto alone = [&](std::int64_t v) { return hubs && v % 8 == 7; };
  const tutorial::Random random(seed);
  Coo<float> picks{.rows = static_cast<Index>(vertices), .cols = static_cast<Index>(vertices)};
  std::uint64_t drawn = 0;
  for (std::int64_t v = 0; v < vertices; ++v) {
    for (std::int64_t k = 0; k < degree / 2; ++k) {
      const double u = static_cast<double>(random.below(1u << 31, ++drawn)) * 0x1p-31;
      const auto picked = static_cast<std::int64_t>((hubs ? u * u * u : u) * static_cast<double>(vertices));
      if (alone(v) || alone(picked)) continue;
      picks.add(v, picked, 1);
      picks.add(picked, v, 1);
    }
  }
  return graph_of(to_csr(picks));
}

Graph rmat_graph(std::int64_t scale, std::int64_t degree, std::uint64_t seed) {
  tutorial::Program::require(scale <= 30, "--scale must not exceed 30: a graph may have 2^31 - 1 vertices");
  const std::int64_t vertices = std::int64_t{1} << scale;
  require_fitting(vertices, degree, "--scale");
  const std::uint64_t mask = static_cast<std::uint64_t>(vertices) - 1;
  // One to one, and 0 stays 0: odd factors, and a number joined with its own upper half.
  const auto renumbered = [&](std::uint64_t v) {
    v = v * 0x9E3779B1u & mask;
    v ^= v >> (scale + 1) / 2;
    return static_cast<std::int64_t>(v * 0x85EBCA6Bu & mask);
  };
  constexpr unsigned above_left = 65536 * 57 / 100;
  constexpr unsigned above_right = 65536 * 76 / 100;
  constexpr unsigned below_left = 65536 * 95 / 100;
  const tutorial::Random random(seed);
  std::uint64_t drawn = 0;
  Coo<float> picks{.rows = static_cast<Index>(vertices), .cols = static_cast<Index>(vertices)};
  for (std::int64_t pick = 0; pick < vertices * degree / 2; ++pick) {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t bits = 0;
    for (std::int64_t half = 0; half < scale; ++half, bits >>= 16) {
      if (half % 4 == 0) bits = random.bits(++drawn);  // 16 of them for each quarter
      const unsigned quarter = bits & 0xFFFFu;
      from = 2 * from + (quarter >= above_right);
      to = 2 * to + ((quarter >= above_left && quarter < above_right) || quarter >= below_left);
    }
    if (from == to) continue;
    picks.add(renumbered(from), renumbered(to), 1);
    picks.add(renumbered(to), renumbered(from), 1);
  }
  return graph_of(to_csr(picks));
}

std::string GraphOptions::size_text() const {
  if (!matrix.empty()) return matrix.substr(matrix.find_last_of('/') + 1);
  const std::string side = tutorial::count_text(grid);
  if (data == "grid") return "grid " + side + " x " + side;
  return data + ", " + tutorial::count_text(data == "rmat" ? std::int64_t{1} << scale : grid * grid) +
         " vertices";
}

void add_graph_options(tutorial::Program& program, GraphOptions& options, std::vector<std::string> data,
                       tutorial::DefaultSize grid, int block) {
  program.size("--grid", options.grid, "N: the graph has N * N vertices", grid);
  program.choice("--data", options.data,
                 "grid: four neighbours each, and itself; random: --degree neighbours; uneven: a few hubs; "
                 "rmat: many hubs",
                 std::move(data));
  program.size("--scale", options.scale, "S: the graph of --data rmat has 2^S vertices",
               {.gpu = 22, .simulator = 12, .quick = 8});
  program.size("--degree", options.degree, "neighbours of a vertex of --data random, uneven and rmat, about",
               tutorial::everywhere(8));
  program.text("--matrix", options.matrix,
               "Matrix Market file whose entries are the edges, in place of --data", "");
  program.block_sizes({64, 128, 256, 512, 1024}, block);
}

Graph make_graph(const GraphOptions& options, std::uint64_t seed) {
  if (!options.matrix.empty()) return graph_of(to_csr(read_matrix_market<double>(options.matrix)));
  if (options.data == "grid") return graph_of(poisson<float>(options.grid, options.grid));
  if (options.data == "rmat") return rmat_graph(options.scale, options.degree, seed);
  tutorial::Program::require(options.grid <= 46'340,
                             "--grid must not exceed 46340: a graph may have 2^31 - 1 vertices");
  return random_graph(options.grid * options.grid, options.degree, options.data == "uneven", seed);
}

tutorial::Verdict check_independent_set(const Graph& graph, const std::vector<unsigned char>& set) {
  constexpr std::size_t shown = 4;
  std::int64_t wrong = 0;
  std::string text;
  const auto complain = [&](const std::string& what) {
    if (++wrong <= static_cast<std::int64_t>(shown)) text += "\n" + what;
  };
  for (std::size_t v = 0; v < set.size(); ++v) {
    if (set[v] != inside && set[v] != outside) {
      complain("vertex " + std::to_string(v) + " is neither in nor out of the set");
      continue;
    }
    std::int64_t member = -1;  // a neighbor in the set
    for (auto e = static_cast<std::size_t>(graph.start[v]); e < static_cast<std::size_t>(graph.start[v + 1]);
         ++e) {
      const auto u = static_cast<std::size_t>(graph.neighbour[e]);
      if (u != v && set[u] == inside) member = static_cast<std::int64_t>(u);
    }
    if (set[v] == inside && member >= 0) {
      complain("not independent: vertices " + std::to_string(v) + " and " + std::to_string(member) +
               " are neighbours, both in the set");
    }
    if (set[v] == outside && member < 0) {
      complain("not maximal: vertex " + std::to_string(v) + " has no neighbour in the set and could join");
    }
  }
  if (static_cast<std::int64_t>(set.size()) != graph.vertices) complain("the set is not one of this graph");
  if (wrong == 0) return {true, "ok"};
  return {false, std::to_string(wrong) + " vertices wrong" + text};
}

std::vector<int> breadth_first_levels(const Graph& graph, Index source) {
  std::vector<int> level(static_cast<std::size_t>(graph.vertices), unreached);
  if (graph.vertices == 0) return level;
  std::vector<Index> queue = {source};
  level[static_cast<std::size_t>(source)] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const auto v = static_cast<std::size_t>(queue[head]);
    for (auto e = static_cast<std::size_t>(graph.start[v]); e < static_cast<std::size_t>(graph.start[v + 1]);
         ++e) {
      const auto u = static_cast<std::size_t>(graph.neighbour[e]);
      if (level[u] != unreached) continue;
      level[u] = level[v] + 1;
      queue.push_back(graph.neighbour[e]);
    }
  }
  return level;
}

}  // namespace ch06
