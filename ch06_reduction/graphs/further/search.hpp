#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "graphs/further/together.hpp"

/// What the searches of this ladder share and is no kernel's.
namespace ch06 {

/// What the command line of a search asks for.
struct SearchOptions {
  GraphOptions graph;
  std::int64_t source = 0;
};

inline void add_search_options(tutorial::Program& program, SearchOptions& options, int block) {
  add_graph_options(program, options.graph, {"random", "grid", "uneven", "rmat"},
                    {.gpu = 2048, .simulator = 64, .quick = 40}, block);
  program.size("--source", options.source, "vertex to start from", tutorial::everywhere(0));
}

/// A search: a graph on both sides, where it starts, and the levels that it must find.
class Search {
 public:
  /// @throws tutorial::UsageError for a graph that cannot be had, or a source that is none of its vertices
  Search(tutorial::Program& program, const SearchOptions& options)
      : graph(make_graph(options.graph, program.seed())),
        source(static_cast<Index>(options.source)),
        level(static_cast<std::size_t>(graph.vertices)),
        program_(program),
        size_(options.graph.size_text()),
        device_(graph) {
    tutorial::Program::require(graph.vertices == 0 || options.source < graph.vertices,
                               "--source must be a vertex: below " + std::to_string(graph.vertices));
    want_ = breadth_first_levels(graph, source);
  }

  GraphView on_device() const { return view(graph, device_); }

  /// Adds a row for one way to search: `work` writes every level, and waits for it. Rated by the edges of the vertices
  /// that are reached: each search must look at them once.
  template <typename Work>
  void measure(const std::string& variant, Work&& work) {
    std::int64_t edges = 0;
    std::int64_t reached = 0;
    int levels = 0;
    for (std::size_t v = 0; v < want_.size(); ++v) {
      if (want_[v] == unreached) continue;
      ++reached;
      edges += graph.start[v + 1] - graph.start[v];
      levels = std::max(levels, want_[v] + 1);
    }
    program_.measure_end_to_end(
        {.variant = variant + ", " + std::to_string(program_.block()) + " threads",
         .size = size_,
         .work = static_cast<double>(edges),
         .unit = tutorial::Unit::giga_elements_per_second},
        [&] {
          if (graph.vertices > 0) work();
        },
        [&] {
          return tutorial::verify(
              level.to_host(), [&](std::int64_t v) { return want_[static_cast<std::size_t>(v)]; }, {},
              [](std::int64_t v) { return "level of vertex " + std::to_string(v); });
        });
    program_.note(std::to_string(graph.vertices) + " vertices, " + std::to_string(graph.edges()) +
                  " edges; vertex " + std::to_string(source) + " reaches " + std::to_string(reached) +
                  " vertices in " + std::to_string(levels) + " levels");
    program_.note("elements: edges of the vertices that are reached; every level was checked");
  }

  const Graph graph;
  const Index source;
  tutorial::DeviceBuffer<int> level;  ///< of each vertex; what a search writes

 private:
  tutorial::Program& program_;
  std::string size_;
  DeviceGraph device_;
  std::vector<int> want_;
};

}  // namespace ch06
