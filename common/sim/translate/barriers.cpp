// Numbers barriers, and operations of a warp, that would have the same position in messages: several calls on a line, or in the expansion of a
// macro.
//
//   c ? __syncthreads() : __syncthreads();   ->   c ? __syncthreads(__builtin_FILE(), __builtin_LINE(), __COUNTER__) : …
//   c ? __shfl_sync(m, x, 0) : …             ->   c ? __shfl_sync(::cudasim::numbered(__COUNTER__, m), x, 0) : …
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

constexpr std::array<std::string_view, 4> block_barriers = {"__syncthreads", "__syncthreads_count",
                                                            "__syncthreads_and", "__syncthreads_or"};
/// Of lanes that give their mask first.
constexpr std::array<std::string_view, 15> warp_operations = {
    "__shfl_sync",       "__shfl_up_sync",    "__shfl_down_sync",  "__shfl_xor_sync",  "__ballot_sync",
    "__any_sync",        "__all_sync",        "__match_any_sync",  "__match_all_sync", "__reduce_add_sync",
    "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"};

/// The calls of these functions that share a line, or are in a macro's body.
template <std::size_t count>
std::vector<std::size_t> calls_to_number(const Run& run, const std::array<std::string_view, count>& names) {
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const bool is_one = std::find(names.begin(), names.end(), run.tokens[i].text) != names.end();
    if (is_one && run.at(i + 1, "(") && closing(run.tokens, i + 1)) calls.push_back(i);
  }
  const auto is_alone = [&](std::size_t call) {
    return std::count_if(calls.begin(), calls.end(), [&](std::size_t other) {
             return run.tokens[other].line == run.tokens[call].line;
           }) == 1;
  };
  std::vector<std::size_t> shared;
  std::copy_if(calls.begin(), calls.end(), std::back_inserter(shared),
               [&](std::size_t call) { return run.scopes == nullptr || !is_alone(call); });
  return shared;
}

/// The comma after the first argument of a call, which may have template arguments; nothing if there is none.
Index first_comma(const Run& run, std::size_t open, std::size_t close) {
  for (std::size_t i = open + 1; i < close; ++i) {
    if (run.at(i, ",")) return i;
    if (is_opening(run.tokens[i])) {
      const Index inner = closing(run.tokens, i);
      if (!inner) return std::nullopt;
      i = *inner;
    } else if (const Index end = run.at(i, "<") ? closing_angle(run.tokens, i) : std::nullopt;
               end && *end < close) {
      if (run.at(*end + 1, "(") || run.at(*end + 1, "{") || run.at(*end + 1, "::")) i = *end;
    }
  }
  return std::nullopt;
}

void number_warp_operations(const Run& run) {
  for (const std::size_t call : calls_to_number(run, warp_operations)) {
    const std::size_t open = call + 1;
    const Index comma = first_comma(run, open, *closing(run.tokens, open));
    if (!comma) continue;
    run.edits.replace(run.tokens[open].offset, run.tokens[open].end(), "(::cudasim::numbered(__COUNTER__, ");
    run.edits.replace(run.tokens[*comma].offset, run.tokens[*comma].end(), "),");
  }
}

}  // namespace

void number_barriers(const Run& run) {
  number_warp_operations(run);
  for (const std::size_t call : calls_to_number(run, block_barriers)) {
    const std::size_t close = *closing(run.tokens, call + 1);
    run.edits.insert(run.tokens[close].offset, std::string(close == call + 2 ? "" : ", ") +
                                                   "__builtin_FILE(), __builtin_LINE(), __COUNTER__");
  }
}

}  // namespace cudasim::translate
