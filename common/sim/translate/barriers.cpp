// Numbers barriers that would have the same position in messages: several calls on a line, or in the expansion of a macro.
//
//   c ? __syncthreads() : __syncthreads();   ->   c ? __syncthreads(__builtin_FILE(), __builtin_LINE(), __COUNTER__) : …
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

constexpr std::array<std::string_view, 4> block_barriers = {"__syncthreads", "__syncthreads_count",
                                                            "__syncthreads_and", "__syncthreads_or"};

}  // namespace

void number_barriers(const Run& run) {
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const bool is_barrier =
        std::find(block_barriers.begin(), block_barriers.end(), run.tokens[i].text) != block_barriers.end();
    if (is_barrier && run.at(i + 1, "(") && closing(run.tokens, i + 1)) calls.push_back(i);
  }
  for (std::size_t call : calls) {
    const auto in_its_line = std::count_if(calls.begin(), calls.end(), [&](std::size_t other) {
      return run.tokens[other].line == run.tokens[call].line;
    });
    if (run.scopes != nullptr && in_its_line == 1) continue;
    const std::size_t close = *closing(run.tokens, call + 1);
    run.edits.insert(run.tokens[close].offset, std::string(close == call + 2 ? "" : ", ") +
                                                   "__builtin_FILE(), __builtin_LINE(), __COUNTER__");
  }
}

}  // namespace cudasim::translate
