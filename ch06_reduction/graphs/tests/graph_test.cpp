// Graphs: how they are made, and that wrong sets are refused.

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "graphs/graphs.hpp"
#include "sparse/coordinates.hpp"

namespace {

using Edges = std::vector<std::pair<int, int>>;

ch06::Graph graph(ch06::Index vertices, const Edges& edges) {
  ch06::Coo<float> coo{.rows = vertices, .cols = vertices};
  for (const auto& [from, to] : edges) coo.add(from, to, 1);
  return ch06::graph_of(ch06::to_csr(coo));
}

bool has_edge(const ch06::Graph& g, ch06::Index from, ch06::Index to) {
  return std::binary_search(g.neighbour.begin() + g.start[from], g.neighbour.begin() + g.start[from + 1], to);
}

// The complaint's text; "ok" if there is none.
std::string verdict(const ch06::Graph& g, const std::vector<unsigned char>& set) {
  const tutorial::Verdict result = ch06::check_independent_set(g, set);
  CHECK(result.ok == (result.text == "ok"));
  return result.text;
}

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

constexpr unsigned char in = ch06::inside;
constexpr unsigned char out = ch06::outside;

}  // namespace

TEST_CASE("independent and maximal sets of a path are accepted") {
  const ch06::Graph path = ch06::undirected(graph(4, {{0, 1}, {1, 2}, {2, 3}}));
  CHECK(verdict(path, {in, out, in, out}) == "ok");
  CHECK(verdict(path, {in, out, out, in}) == "ok");
  CHECK(verdict(path, {out, in, out, in}) == "ok");
}

TEST_CASE("a set that is not independent is refused") {
  const ch06::Graph path = ch06::undirected(graph(4, {{0, 1}, {1, 2}, {2, 3}}));
  CHECK(says(verdict(path, {in, out, in, in}), "not independent: vertices 2 and 3 are neighbours"));
  CHECK(says(verdict(path, {in, in, in, in}), "4 vertices wrong"));
}

TEST_CASE("a set that is not maximal is refused") {
  const ch06::Graph path = ch06::undirected(graph(4, {{0, 1}, {1, 2}, {2, 3}}));
  CHECK(says(verdict(path, {in, out, out, out}), "not maximal: vertex 3 has no neighbour in the set"));
  CHECK(says(verdict(path, {out, out, out, out}), "4 vertices wrong"));
}

TEST_CASE("a vertex that was never decided, or never written, is refused") {
  const ch06::Graph path = ch06::undirected(graph(3, {{0, 1}, {1, 2}}));
  CHECK(says(verdict(path, {in, ch06::undecided, in}), "vertex 1 is neither in nor out"));
  CHECK(says(verdict(path, {0xA5, 0xA5, 0xA5}), "3 vertices wrong"));
  CHECK(says(verdict(path, {in, out}), "not one of this graph"));
}

TEST_CASE("a vertex alone, or with an edge to itself alone, must be in the set") {
  const ch06::Graph g = graph(3, {{1, 1}});
  CHECK(verdict(g, {in, in, in}) == "ok");
  CHECK(says(verdict(g, {in, out, in}), "vertex 1 has no neighbour in the set"));
  CHECK(says(verdict(g, {in, in, out}), "vertex 2 has no neighbour in the set"));
  CHECK(verdict(graph(0, {}), {}) == "ok");
}

TEST_CASE("undirected() adds the way back, once, and keeps what there was") {
  const ch06::Graph g = ch06::undirected(graph(4, {{0, 1}, {1, 0}, {1, 2}, {3, 3}}));
  CHECK(g.edges() == 5);
  CHECK(has_edge(g, 2, 1));
  CHECK(has_edge(g, 3, 3));
}

TEST_CASE("levels of a breadth-first search follow the direction of the edges") {
  const ch06::Graph g = graph(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 0}, {4, 0}, {5, 5}});
  constexpr int never = ch06::unreached;
  CHECK(ch06::breadth_first_levels(g, 0) == std::vector<int>{0, 1, 1, 2, never, never});
  CHECK(ch06::breadth_first_levels(g, 4) == std::vector<int>{1, 2, 2, 3, 0, never});
  CHECK(ch06::breadth_first_levels(g, 5) == std::vector<int>{never, never, never, never, never, 0});
  CHECK(ch06::breadth_first_levels(graph(0, {}), 0).empty());
}

TEST_CASE(
    "random graphs have every edge in both directions; with hubs, an eighth of the vertices have none") {
  for (const bool hubs : {false, true}) {
    CAPTURE(hubs);
    const ch06::Graph g = ch06::random_graph(4096, 8, hubs, 7);
    bool symmetric = true;
    ch06::Index most = 0;
    ch06::Index alone = 0;
    for (ch06::Index v = 0; v < g.vertices; ++v) {
      for (ch06::Index e = g.start[v]; e < g.start[v + 1]; ++e) symmetric &= has_edge(g, g.neighbour[e], v);
      most = std::max(most, g.start[v + 1] - g.start[v]);
      alone += g.start[v + 1] == g.start[v];
    }
    CHECK(symmetric);
    if (hubs) {
      CHECK(alone >= 512);
      CHECK(most > 500);
    } else {
      CHECK(g.edges() > 32'000);
      CHECK(most < 40);
    }
  }
  CHECK(ch06::random_graph(0, 8, true, 7).edges() == 0);
  CHECK_THROWS_AS(ch06::random_graph(1 << 20, 1 << 20, false, 7), tutorial::UsageError);
}

TEST_CASE("reversed() turns every edge round") {
  const ch06::Graph g = ch06::reversed(graph(4, {{0, 1}, {0, 3}, {2, 1}, {3, 3}}));
  CHECK(g.start == std::vector<ch06::Index>{0, 0, 2, 2, 4});
  CHECK(g.neighbour == std::vector<ch06::Index>{0, 2, 0, 3});
}

TEST_CASE(
    "R-MAT graphs have every edge in both directions, none from a vertex to itself, and hubs of any number") {
  const ch06::Graph g = ch06::rmat_graph(12, 16, 7);
  CHECK(g.vertices == 4096);
  CHECK(g.edges() > 45'000);
  CHECK(g.edges() < 65'536);
  bool symmetric = true;
  bool own = false;
  std::vector<ch06::Index> degrees;
  for (ch06::Index v = 0; v < g.vertices; ++v) {
    for (ch06::Index e = g.start[v]; e < g.start[v + 1]; ++e) {
      symmetric &= has_edge(g, g.neighbour[e], v);
      own |= g.neighbour[e] == v;
    }
    degrees.push_back(g.start[v + 1] - g.start[v]);
  }
  CHECK(symmetric);
  CHECK_FALSE(own);
  const auto largest = std::ranges::max_element(degrees) - degrees.begin();
  CHECK(degrees[static_cast<std::size_t>(largest)] > 300);
  CHECK(std::ranges::count(degrees, 0) > 400);
  CHECK(largest == 0);
  CHECK(degrees[1] < 100);  // renumbered
  std::ranges::sort(degrees, std::greater());
  CHECK(degrees[40] > 100);

  CHECK(ch06::rmat_graph(12, 16, 7).neighbour == g.neighbour);
  CHECK(ch06::rmat_graph(12, 16, 8).neighbour != g.neighbour);
  CHECK(ch06::rmat_graph(0, 8, 7).edges() == 0);
  CHECK_THROWS_AS(ch06::rmat_graph(31, 0, 7), tutorial::UsageError);
  CHECK_THROWS_AS(ch06::rmat_graph(30, 4, 7), tutorial::UsageError);
}

TEST_CASE("a matrix that is not square is no graph") {
  ch06::Coo<float> coo{.rows = 2, .cols = 3};
  CHECK_THROWS_AS(ch06::graph_of(ch06::to_csr(coo)), tutorial::UsageError);
}
