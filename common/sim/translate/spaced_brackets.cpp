#include "sim/translate/spaced_brackets.hpp"

#include <algorithm>

#include "sim/translate/token.hpp"

namespace cudasim::translate {
namespace {

bool only_blanks(std::string_view text, const Token& before, const Token& after) {
  const std::string_view between = text.substr(before.end(), after.offset - before.end());
  return std::all_of(between.begin(), between.end(), [](char c) { return c == ' ' || c == '\t'; });
}

/// Moves the blanks between the two tokens to after the second one.
void join(std::string& text, std::size_t begin, std::size_t end) {
  std::stable_partition(text.begin() + static_cast<std::ptrdiff_t>(begin),
                        text.begin() + static_cast<std::ptrdiff_t>(end),
                        [](char c) { return c != ' ' && c != '\t'; });
}

/// `a << <` is never an expression, but `operator<< <T>` is a template's name.
bool join_openings(std::string_view text, Tokens tokens, std::string& result) {
  bool found = false;
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is("<<") || !tokens[i + 1].is("<") || tokens[i - 1].is("operator")) continue;
    if (!only_blanks(text, tokens[i], tokens[i + 1])) continue;
    join(result, tokens[i].offset, tokens[i + 1].end());
    found = true;
  }
  return found;
}

void join_closings(std::string_view text, Tokens tokens, std::string& result) {
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
    const bool three = tokens[i].is(">") && tokens[i + 1].is(">") && tokens[i + 2].is(">");
    if (!three || !tokens[i + 3].is("(")) continue;
    if (only_blanks(text, tokens[i], tokens[i + 1]) && only_blanks(text, tokens[i + 1], tokens[i + 2]))
      join(result, tokens[i].offset, tokens[i + 2].end());
  }
}

}  // namespace

std::optional<std::string> join_spaced_brackets(std::string_view text) {
  if (text.find("<< ") == std::string_view::npos && text.find("<<\t") == std::string_view::npos)
    return std::nullopt;
  const Source source = tokenize(text);
  std::string result(text);
  bool found = join_openings(text, source.code, result);
  for (const Directive& directive : source.directives) found |= join_openings(text, directive.tokens, result);
  if (!found) return std::nullopt;
  join_closings(text, source.code, result);
  for (const Directive& directive : source.directives) join_closings(text, directive.tokens, result);
  return result;
}

}  // namespace cudasim::translate
