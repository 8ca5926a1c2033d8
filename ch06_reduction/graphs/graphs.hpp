#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "sparse/sparse.hpp"

/// Graphs as the positions of a sparse matrix's entries, and host code that the programs' results are compared with.
namespace ch06 {

/// A directed graph: vertex v has edges to neighbour[start[v]] up to neighbour[start[v + 1]], in order, no edge
/// twice. An edge from a vertex to itself is allowed.
struct Graph {
  Index vertices = 0;
  std::vector<Index> start = {0};
  std::vector<Index> neighbour = {};

  std::int64_t edges() const { return std::ssize(neighbour); }
};

/// Row r of the matrix has an entry in column c: there is an edge from vertex r to vertex c.
/// @throws tutorial::UsageError for a matrix that is not square
template <typename T>
Graph graph_of(Csr<T>&& matrix);

/// The same graph with every edge in both directions.
/// @throws tutorial::UsageError for more than 2^31 - 1 edges
Graph undirected(const Graph& graph);

/// The same graph with every edge reversed: the vertices that lead to a vertex.
Graph reversed(const Graph& graph);

/// An undirected random graph. Every vertex picks degree / 2 others, so that it has about `degree`
/// neighbors; it may pick itself.
///
/// `hubs`: low numbers are picked far more often, vertex 0 by about one pick in the cube root of the number of
/// vertices; and every eighth vertex has no edge at all.
/// @throws tutorial::UsageError for more than 2^31 - 1 vertices or edges
Graph random_graph(std::int64_t vertices, std::int64_t degree, bool hubs, std::uint64_t seed);

/// An undirected graph with hubs and few steps between any two vertices, as social networks have them (R-MAT, with Graph
/// 500's probabilities): 2^scale vertices, 2^scale * degree / 2 picks. A pick halves the matrix `scale` times, and
/// continues in one quarter: 57% above left, 19% above right, 19% below left, else below right. Vertices are
/// renumbered, so that a hub's number reveals nothing; only vertex 0, the largest, keeps its number. Equal picks are
/// one edge, and a vertex that picks itself gets none.
/// @throws tutorial::UsageError for more than 2^30 vertices or 2^31 - 1 edges
Graph rmat_graph(std::int64_t scale, std::int64_t degree, std::uint64_t seed);

/// What the command line of a graph program asks for.
struct GraphOptions {
  std::string matrix;  ///< a Matrix Market file; empty: as `data` says
  std::string data;
  std::int64_t grid = 0;
  std::int64_t scale = 0;
  std::int64_t degree = 0;

  /// The size column of the table.
  std::string size_text() const;
};

/// @param data   the kinds of graph, the default first
/// @param block  the default block size
void add_graph_options(tutorial::Program& program, GraphOptions& options, std::vector<std::string> data,
                       tutorial::DefaultSize grid, int block = 256);

/// @throws tutorial::UsageError for a graph that cannot be read or made
Graph make_graph(const GraphOptions& options, std::uint64_t seed);

/// A graph on the device.
struct DeviceGraph {
  explicit DeviceGraph(const Graph& graph) : start(graph.start), neighbour(graph.neighbour) {}

  tutorial::DeviceBuffer<Index> start;
  tutorial::DeviceBuffer<Index> neighbour;
};

/// What becomes of a vertex while an independent set grows.
enum Membership : unsigned char { undecided = 0, inside = 1, outside = 2 };

/// Is the set independent (no two members are neighbors) and maximal (no vertex could join)? A vertex that is
/// neither inside nor outside is wrong, too. The graph is undirected; an edge to itself keeps no vertex out.
tutorial::Verdict check_independent_set(const Graph& graph, const std::vector<unsigned char>& set);

constexpr int unreached = std::numeric_limits<int>::max();

/// The least number of edges from `source` to every vertex; `unreached` where no way leads.
std::vector<int> breadth_first_levels(const Graph& graph, Index source);

}  // namespace ch06
