// Adds counters to loops, for the lens: every iteration calls `next()`, which cudasim/loop.hpp declares.
//
//   for (init; condition; step) body   ->  for (Loop l; l.first();) for (init; condition; l.next(), step) body
//   while (condition) body             ->  for (Loop l; l.first();) for (; condition; l.next()) body
//   do body while (condition);         ->  for (Loop l; l.first();) do body while (l.next(), (condition));
//
//   for (item : range) body            ->  for (Loop l; l.first();) for (item : range) if (l.next(), false) {} else body
//
// The last only where the dialect asks for it.
#include <algorithm>
#include <initializer_list>
#include <set>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

constexpr const char* prefix = "for (CUDASIM_LOOP; cudasim_loop.first();) ";
constexpr const char* next = "cudasim_loop.next()";

/// The top-level semicolons between two brackets.
std::vector<std::size_t> semicolons(const Run& run, std::size_t open, std::size_t close) {
  std::vector<std::size_t> found;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (is_opening(run.tokens[i]))
      i = closing(run.tokens, i).value_or(close);
    else if (run.tokens[i].is(";"))
      found.push_back(i);
  }
  return found;
}

/// `item : range` between two brackets, with or without a statement before.
bool has_range(const Run& run, std::size_t open, std::size_t close) {
  for (std::size_t i = open + 1; i < close; ++i) {
    if (is_opening(run.tokens[i]))
      i = closing(run.tokens, i).value_or(close);
    else if (run.tokens[i].is(":"))
      return true;
  }
  return false;
}

/// Statements nested deeper than this get no counters.
constexpr int most_nested = 256;

/// The token after the statement that begins at `i`; nothing if it is not understood.
Index statement_end(const Run& run, std::size_t i, int depth = 0);

/// The `while` that belongs to the `do`.
Index while_of(const Run& run, std::size_t keyword, int depth = 0) {
  const Index end = statement_end(run, keyword + 1, depth);
  return end && run.at(*end, "while") && run.at(*end + 1, "(") ? end : std::nullopt;
}

Index behind_brackets(const Run& run, std::size_t open) {
  const Index close = run.at(open, "(") ? closing(run.tokens, open) : std::nullopt;
  return close ? Index(*close + 1) : std::nullopt;
}

/// The token after the expression, up to its semicolon. No other statement begins in it.
Index expression_end(const Run& run, std::size_t i) {
  for (; i < run.tokens.size(); ++i) {
    if (run.at(i, ";")) return i + 1;
    if (is_closing(run.tokens[i]) || run.at(i, "do")) return std::nullopt;
    if (!is_opening(run.tokens[i])) continue;
    const Index close = closing(run.tokens, i);
    if (!close) return std::nullopt;
    i = *close;
  }
  return std::nullopt;
}

Index statement_end(const Run& run, std::size_t i, int depth) {
  if (i >= run.tokens.size() || ++depth > most_nested) return std::nullopt;
  if (run.at(i, "{")) {
    const Index close = closing(run.tokens, i);
    return close ? Index(*close + 1) : std::nullopt;
  }
  if (run.at(i, "for") || run.at(i, "while") || run.at(i, "switch")) {
    const Index body = behind_brackets(run, i + 1);
    return body ? statement_end(run, *body, depth) : std::nullopt;
  }
  if (run.at(i, "if")) {
    const Index body = behind_brackets(run, run.at(i + 1, "constexpr") ? i + 2 : i + 1);
    const Index end = body ? statement_end(run, *body, depth) : std::nullopt;
    return end && run.at(*end, "else") ? statement_end(run, *end + 1, depth) : end;
  }
  if (run.at(i, "do")) {
    const Index its_while = while_of(run, i, depth);
    const Index behind = its_while ? behind_brackets(run, *its_while + 1) : std::nullopt;
    return behind && run.at(*behind, ";") ? Index(*behind + 1) : std::nullopt;
  }
  return expression_end(run, i);
}

/// The switch around the token.
Index switch_around(const Run& run, std::size_t i) {
  while (i-- > 0) {
    const Index open = is_closing(run.tokens[i]) ? opening(run.tokens, i) : std::nullopt;
    if (open) i = *open;
    if (open || !run.at(i, "{") || i == 0 || !run.at(i - 1, ")")) continue;
    const Index condition = opening(run.tokens, i - 1);
    if (condition && *condition > 0 && run.at(*condition - 1, "switch")) return *condition - 1;
  }
  return std::nullopt;
}

/// Whether one of the words is in the range, but not in a statement that begins with one of the others.
bool has_outside(const Run& run, Range range, std::initializer_list<std::string_view> words,
                 std::initializer_list<std::string_view> others) {
  const auto is_any = [&](std::size_t i, std::initializer_list<std::string_view> list) {
    return std::any_of(list.begin(), list.end(), [&](std::string_view word) { return run.at(i, word); });
  };
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_any(i, words)) return true;
    if (is_any(i, others)) i = statement_end(run, i).value_or(i + 1) - 1;
  }
  return false;
}

/// Where to declare the counter of the loop: before it, or, if a `case` of a switch around it lies in its body, before the switch, since a jump
/// may pass no declaration. Nothing if a `continue` in the switch belongs to another loop.
Index place_of_counter(const Run& run, std::size_t keyword) {
  const Index end = statement_end(run, keyword);
  if (!end || !has_outside(run, {keyword + 1, *end}, {"case", "default"}, {"switch"})) return keyword;
  const Index around = switch_around(run, keyword);
  const Index around_end = around ? statement_end(run, *around) : std::nullopt;
  if (!around_end || has_outside(run, {*around + 1, *around_end}, {"continue"}, {"for", "while", "do"}))
    return std::nullopt;
  return around;
}

void count_for(const Run& run, std::size_t keyword) {
  const std::size_t open = keyword + 1;
  const Index close = run.at(open, "(") ? closing(run.tokens, open) : std::nullopt;
  if (!close) return;
  const auto parts = semicolons(run, open, *close);
  const Index place = place_of_counter(run, keyword);
  if (!place) return;
  if (parts.size() < 2 && run.outside.dialect.counts_ranges && has_range(run, open, *close)) {
    run.edits.insert(run.tokens[*place].offset, prefix);
    run.edits.insert(run.tokens[*close].end(), std::string(" if (") + next + ", false) {} else");
  }
  if (parts.size() != 2) return;
  run.edits.insert(run.tokens[*place].offset, prefix);
  const bool has_step = parts[1] + 1 < *close;
  run.edits.insert(run.tokens[parts[1]].end(), std::string(" ") + next + (has_step ? "," : ""));
}

/// Not by an insertion after the bracket: others may insert something there, before the condition.
void replace_bracket(const Run& run, std::size_t open, const std::string& text) {
  run.edits.replace(run.tokens[open].offset, run.tokens[open].end(), text);
}

void count_while(const Run& run, std::size_t keyword, std::size_t close) {
  const Token& word = run.tokens[keyword];
  const Index place = place_of_counter(run, keyword);
  if (!place) return;
  if (*place != keyword) run.edits.insert(run.tokens[*place].offset, prefix);
  run.edits.replace(word.offset, word.end(), std::string(*place == keyword ? prefix : "") + "for");
  replace_bracket(run, keyword + 1, "(; ");
  run.edits.insert(run.tokens[close].offset, std::string("; ") + next);
}

void count_do(const Run& run, std::size_t keyword, std::size_t its_while, std::size_t close) {
  const Index place = place_of_counter(run, keyword);
  if (!place) return;
  run.edits.insert(run.tokens[*place].offset, prefix);
  replace_bracket(run, its_while + 1, "(" + std::string(next) + ", (");
  run.edits.insert(run.tokens[close].offset, ")");
}

/// `do { … } while (0)` makes several statements one, and does not repeat.
bool repeats(const Run& run, std::size_t open, std::size_t close) {
  return !(close == open + 2 && (run.at(open + 1, "0") || run.at(open + 1, "false")));
}

/// In a macro without a `do`, this may end a `do` of another macro.
bool has_body(const Run& run, std::size_t close) {
  return run.scopes != nullptr || (close + 1 < run.tokens.size() && !run.at(close + 1, ";"));
}

/// Host code stays as it is; a macro may be used in a kernel.
bool may_run_on_device(Scope scope) {
  return scope == Scope::device_function || scope == Scope::both_function || scope == Scope::macro;
}

}  // namespace

void count_loops(const Run& run) {
  std::set<std::size_t> of_do;  // a `while` that ends a `do`
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (run.at(i, "do")) {
      const Index its_while = while_of(run, i);
      if (!its_while) continue;
      of_do.insert(*its_while);
      const Index close = closing(run.tokens, *its_while + 1);
      if (close && repeats(run, *its_while + 1, *close) && may_run_on_device(run.scope(i)))
        count_do(run, i, *its_while, *close);
    } else if (!may_run_on_device(run.scope(i))) {
      continue;
    } else if (run.at(i, "for")) {
      count_for(run, i);
    } else if (run.at(i, "while") && !of_do.contains(i)) {
      const Index close = run.at(i + 1, "(") ? closing(run.tokens, i + 1) : std::nullopt;
      if (close && *close > i + 2 && has_body(run, *close)) count_while(run, i, *close);
    }
  }
}

}  // namespace cudasim::translate
