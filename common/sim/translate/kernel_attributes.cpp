// Launch attributes in a kernel's head become a call in its first statement, by which the launch learns them.
//
//   __global__ void __cluster_dims__(2, 1, 1) k() {    ->   … { ::cudasim::detail::require_cluster(2, 1, 1);
//   __global__ void __launch_bounds__(256, 2) k() {    ->   … { ::cudasim::detail::hold_launch_bounds(256, 2);
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// The `{` or `;` that ends the declaration, searched from `from`.
Index declaration_end(const Run& run, std::size_t from) {
  for (std::size_t i = from; i < run.tokens.size(); ++i) {
    if (run.at(i, "{") || run.at(i, ";")) return i;
    if (!is_opening(run.tokens[i])) continue;
    const Index close = closing(run.tokens, i);
    if (!close) break;
    i = *close;
  }
  return std::nullopt;
}

/// Inserts a call of `function` at the start of the kernel, with the arguments between the brackets at `open` and `close`.
void begin_with(const Run& run, std::size_t body, std::string_view function, std::size_t open,
                std::size_t close) {
  run.edits.insert(run.tokens[body].end(), " ::cudasim::detail::" + std::string(function) + "(" +
                                               std::string(run.source(open + 1, close)) + ");");
}

}  // namespace

void tell_launch_bounds(const Run& run) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (!run.at(i, "__launch_bounds__") || !run.at(i + 1, "(")) continue;
    const Index close = closing(run.tokens, i + 1);
    const Index end = close ? declaration_end(run, *close + 1) : std::nullopt;
    if (end && *close != i + 2 && run.at(*end, "{"))
      begin_with(run, *end, "hold_launch_bounds", i + 1, *close);
  }
}

void tell_clusters(const Run& run) {
  Index declared;
  bool is_defined = false;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (run.at(i, "__block_size__") && run.at(i + 1, "(")) run.fail(i, "__block_size__ is not simulated");
    if (!run.at(i, "__cluster_dims__") || !run.at(i + 1, "(")) continue;
    const Index close = closing(run.tokens, i + 1);
    const Index end = close ? declaration_end(run, *close + 1) : std::nullopt;
    if (!end || *close == i + 2) {
      run.fail(i,
               "__cluster_dims__ is simulated with its numbers, where a kernel is declared; not in a macro");
    } else if (run.at(*end, ";")) {
      declared = i;
    } else {
      is_defined = true;
      begin_with(run, *end, "require_cluster", i + 1, *close);
    }
  }
  if (declared && !is_defined)
    run.fail(*declared,
             "__cluster_dims__ is simulated where the kernel is defined, not where it is only declared");
}

}  // namespace cudasim::translate
