// Loops of device code that wait for a value that another thread writes: they only read memory, or read something volatile.
// Now and then they let other threads run. Otherwise a thread could wait forever for one that never gets its turn.
//
//   while (*flag == 0) ;              ->  while (*flag == 0) { ::cudasim::detail::count_poll(); }
//   while (ready == 0) { ++rounds; }  ->  while (ready == 0) { ::cudasim::detail::count_poll(); ++rounds; }
#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

constexpr const char* poll = " ::cudasim::detail::count_poll();";

/// Names declared volatile: variables, parameters and members.
std::set<std::string_view> volatile_names(const Run& run) {
  std::set<std::string_view> names = {"volatile"};
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (!run.at(i, "volatile")) continue;
    for (std::size_t k = i + 1; k + 1 < run.tokens.size() && k < i + 12; ++k) {
      static constexpr std::array ends = {",", ")", ";", "=", "[", "{"};
      const bool is_last =
          std::any_of(ends.begin(), ends.end(), [&](auto end) { return run.at(k + 1, end); });
      if (!is_last) continue;
      if (run.tokens[k].kind == TokenKind::identifier) names.insert(run.tokens[k].text);
      break;
    }
  }
  return names;
}

bool names_any(const Run& run, Range range, const std::set<std::string_view>& names) {
  for (std::size_t i = range.begin; i < range.end; ++i)
    if (names.contains(run.tokens[i].text)) return true;
  return false;
}

bool looks_at_memory(const Run& run, Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i)
    if (run.at(i, "*") || run.at(i, "[") || run.at(i, "->") || run.at(i, "(")) return true;
  return false;
}

/// The `while` that ends the `do` at `keyword`.
Index end_of_do(const Run& run, std::size_t keyword) {
  std::size_t i = keyword + 1;
  if (run.at(i, "{")) {
    const Index close = closing(run.tokens, i);
    return close && run.at(*close + 1, "while") ? Index(*close + 1) : std::nullopt;
  }
  while (i < run.tokens.size() && !run.at(i, ";")) ++i;
  return run.at(i + 1, "while") ? Index(i + 1) : std::nullopt;
}

void insert_behind(const Run& run, std::size_t token) { run.edits.insert(run.tokens[token].end(), poll); }

}  // namespace

void let_polls_yield(const Run& run) {
  if (run.scopes == nullptr) return;
  const auto names = volatile_names(run);
  std::set<std::size_t> of_do;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const bool on_device = run.scope(i) == Scope::device_function || run.scope(i) == Scope::both_function;
    if (run.at(i, "do")) {
      const Index its_while = end_of_do(run, i);
      if (!its_while) return;  // a later `while` may be its end
      of_do.insert(*its_while);
      const Index close = run.at(*its_while + 1, "(") ? closing(run.tokens, *its_while + 1) : std::nullopt;
      if (close && on_device && run.at(i + 1, "{") && names_any(run, {i, *close}, names))
        insert_behind(run, i + 1);
      continue;
    }
    if (!on_device || (!run.at(i, "while") && !run.at(i, "for")) || of_do.contains(i) || !run.at(i + 1, "("))
      continue;
    const Index close = closing(run.tokens, i + 1);
    if (!close) continue;
    const Range header{i + 1, *close};
    const bool is_empty = run.at(*close + 1, ";") || (run.at(*close + 1, "{") && run.at(*close + 2, "}"));
    if (!(is_empty && looks_at_memory(run, {i + 2, *close})) && !names_any(run, header, names)) continue;
    if (run.at(*close + 1, "{"))
      insert_behind(run, *close + 1);
    else if (is_empty)
      run.edits.replace(run.tokens[*close + 1].offset, run.tokens[*close + 1].end(),
                        std::string("{") + poll + " }");
  }
}

}  // namespace cudasim::translate
