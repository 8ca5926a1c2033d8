// A kernel's own clusters: the launch asks the kernel, whose first statement tells it.
//
//   __global__ void __cluster_dims__(2, 1, 1) k() {   ->   … { ::cudasim::detail::require_cluster(2, 1, 1);
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// The `{` or `;` at which the declaration ends that goes on at `from`.
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

}  // namespace

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
      run.edits.insert(run.tokens[*end].end(), " ::cudasim::detail::require_cluster(" +
                                                   std::string(run.source(i + 2, *close)) + ");");
    }
  }
  if (declared && !is_defined)
    run.fail(*declared,
             "__cluster_dims__ is simulated where the kernel is defined, not where it is only declared");
}

}  // namespace cudasim::translate
