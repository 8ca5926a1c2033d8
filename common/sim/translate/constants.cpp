// Puts variables in constant memory into a section of their own, by which the lens recognizes them.
//
//   __constant__ float weights[16];  ->  CUDASIM_CONSTANT float weights[16];
//
// Compilers refuse constant and writable variables in one section, and inline variables next to others. Constant variables and
// those of templates therefore stay as they are: the lens takes them for global memory.
#include <algorithm>
#include <array>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// From the end of the previous declaration to the initializer, or to the end of the first declarator's name.
Range specifiers_around(const Run& run, std::size_t keyword) {
  std::size_t begin = keyword;
  while (begin > 0 && !run.at(begin - 1, ";") && !run.at(begin - 1, "{") && !run.at(begin - 1, "}")) --begin;
  std::size_t end = keyword;
  static constexpr std::array ends = {";", "=", "{", "[", ","};
  while (end < run.tokens.size() &&
         std::none_of(ends.begin(), ends.end(), [&](auto each) { return run.at(end, each); })) {
    const Index close = run.at(end, "(") ? closing(run.tokens, end) : std::nullopt;
    end = close ? *close + 1 : end + 1;
  }
  return {begin, end};
}

bool may_be_placed(const Run& run, Range specifiers) {
  static constexpr std::array others = {"const", "constexpr", "inline", "template"};
  for (std::size_t i = specifiers.begin; i < specifiers.end; ++i)
    if (std::any_of(others.begin(), others.end(), [&](auto each) { return run.at(i, each); })) return false;
  return true;
}

}  // namespace

void place_constants(const Run& run) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (!run.at(i, "__constant__") || run.scope(i) != Scope::file) continue;
    if (!may_be_placed(run, specifiers_around(run, i))) continue;
    run.edits.replace(run.tokens[i].offset, run.tokens[i].end(), "CUDASIM_CONSTANT");
  }
}

}  // namespace cudasim::translate
