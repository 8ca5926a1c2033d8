#include "sim/translate/brackets.hpp"

#include <algorithm>
#include <array>

namespace cudasim::translate {

bool is_opening(const Token& token) {
  return token.kind == TokenKind::punctuation && (token.is("(") || token.is("[") || token.is("{"));
}

bool is_closing(const Token& token) {
  return token.kind == TokenKind::punctuation && (token.is(")") || token.is("]") || token.is("}"));
}

bool is_keyword(const Token& token) {
  static constexpr std::array<std::string_view, 33> words = {
      "return",   "else",      "do",        "case",      "default",   "if",       "for",
      "while",    "switch",    "goto",      "break",     "continue",  "throw",    "new",
      "delete",   "sizeof",    "alignof",   "typeid",    "template",  "typename", "operator",
      "co_await", "co_return", "co_yield",  "using",     "namespace", "noexcept", "and",
      "or",       "not",       "constexpr", "consteval", "requires"};
  return token.is_identifier() && std::find(words.begin(), words.end(), token.text) != words.end();
}

Index closing(Tokens tokens, std::size_t open) {
  if (open >= tokens.size() || !is_opening(tokens[open]) || tokens[open].partner == 0) return std::nullopt;
  const std::size_t partner = open + static_cast<std::size_t>(tokens[open].partner);
  return partner < tokens.size() ? Index(partner) : std::nullopt;
}

Index opening(Tokens tokens, std::size_t close) {
  if (close >= tokens.size() || !is_closing(tokens[close]) || tokens[close].partner == 0) return std::nullopt;
  const auto distance = static_cast<std::size_t>(-tokens[close].partner);
  return distance <= close ? Index(close - distance) : std::nullopt;
}

Index closing_angle(Tokens tokens, std::size_t open) {
  if (open == 0 || !tokens[open - 1].is_identifier()) return std::nullopt;
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (is_opening(token)) {
      const Index partner = closing(tokens, i);
      if (!partner) return std::nullopt;
      i = *partner;
    } else if (is_closing(token) || token.is(";") || token.is("<<<") || token.is("||") || token.is("&&")) {
      // `Foo<T&&>` is a list, `a < b && c > d` is not.
      const bool reference =
          token.is("&&") && i + 1 < tokens.size() && (tokens[i + 1].is(">") || tokens[i + 1].is(","));
      if (!reference) return std::nullopt;
    } else if (token.is("<")) {
      ++depth;
    } else if (token.is(">") && --depth == 0) {
      return i;
    }
  }
  return std::nullopt;
}

Index opening_angle(Tokens tokens, std::size_t close) {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const Token& token = tokens[i];
    if (is_closing(token)) {
      const Index partner = opening(tokens, i);
      if (!partner) return std::nullopt;
      i = *partner;
    } else if (is_opening(token) || token.is(";") || token.is("<<<")) {
      return std::nullopt;
    } else if (token.is(">")) {
      ++depth;
    } else if (token.is("<") && --depth == 0) {
      return i > 0 && tokens[i - 1].is_identifier() ? Index(i) : std::nullopt;
    }
  }
  return std::nullopt;
}

Index object_begin(Tokens tokens, std::size_t end) {
  static constexpr std::array<std::string_view, 5> effects = {",", "++", "--", "=", "?"};
  std::size_t i = end;
  while (true) {
    while (i > 0 && tokens[i - 1].is("]")) {
      const Index open = opening(tokens, i - 1);
      if (!open) return std::nullopt;
      for (std::size_t each = *open + 1; each < i - 1; ++each)
        if (is_opening(tokens[each]) ||
            std::find(effects.begin(), effects.end(), tokens[each].text) != effects.end())
          return std::nullopt;
      i = *open;
    }
    if (i == 0 || !tokens[i - 1].is_identifier() || is_keyword(tokens[i - 1])) return std::nullopt;
    --i;
    if (i == 0 || !(tokens[i - 1].is(".") || tokens[i - 1].is("->")))
      return i > 0 && tokens[i - 1].is("::") ? std::nullopt : Index(i);
    --i;
  }
}

std::vector<Range> items(Tokens tokens, std::size_t open, std::size_t close) {
  std::vector<Range> result;
  if (open + 1 == close) return result;
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i < close; ++i) {
    if (is_opening(tokens[i])) {
      i = closing(tokens, i).value_or(close);
    } else if (tokens[i].is("<")) {
      const Index angle = closing_angle(tokens.first(close), i);
      if (angle) i = *angle;
    } else if (tokens[i].is(",")) {
      result.push_back({begin, i});
      begin = i + 1;
    }
  }
  result.push_back({begin, close});
  return result;
}

}  // namespace cudasim::translate
