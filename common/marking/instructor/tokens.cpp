#include "marking/instructor/tokens.hpp"

#include <array>
#include <cstddef>
#include <set>

#include "sim/translate/lexer.hpp"

namespace tutorial::instructor {
namespace {

using cudasim::translate::TokenKind;

const std::set<std::string_view>& keywords() {
  static const std::set<std::string_view> words = {
      "auto",       "bool",     "break",       "case",     "char",     "class",  "const",      "constexpr",
      "continue",   "default",  "delete",      "do",       "double",   "else",   "enum",       "extern",
      "false",      "float",    "for",         "goto",     "if",       "inline", "int",        "long",
      "namespace",  "new",      "nullptr",     "operator", "return",   "short",  "signed",     "sizeof",
      "static",     "struct",   "switch",      "template", "this",     "true",   "typedef",    "typename",
      "union",      "unsigned", "using",       "void",     "volatile", "while",  "__global__", "__device__",
      "__shared__", "__host__", "__constant__"};
  return words;
}

// The longest first.
constexpr std::array<std::string_view, 29> operators = {
    "<<<", ">>>", "<<=", ">>=", "<=>", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=",
    "==",  "!=",  "&&",  "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "##", ".*"};

/// The text of the operator that begins there, or of the one sign.
std::string_view operator_at(std::string_view text) {
  for (const std::string_view op : operators)
    if (text.starts_with(op)) return op;
  return text.substr(0, 1);
}

/// A token's normal form; "" for what is no token of C++.
std::string_view normal_form(const cudasim::translate::Token& token, std::string_view source) {
  switch (token.kind) {
    case TokenKind::identifier: return keywords().count(token.text) > 0 ? token.text : "i";
    case TokenKind::number: return "0";
    case TokenKind::string:
    case TokenKind::character: return "s";
    case TokenKind::punctuation: break;
  }
  return token.is("\\") || token.text[0] == '\0' ? std::string_view()
                                                 : operator_at(source.substr(token.offset));
}

}  // namespace

std::vector<Token> normalised_tokens(std::string_view source) {
  cudasim::translate::Lexer lexer(source);
  std::vector<cudasim::translate::Token> words;
  while (const auto token = lexer.next()) words.push_back(*token);
  std::vector<Token> tokens;
  // Up to here the source is in `tokens`: an operator may be several of the lexer's.
  std::size_t done = 0;
  bool is_left_out = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].first_of_line)
      is_left_out = words[i].is("#") && i + 1 < words.size() &&
                    (words[i + 1].text.starts_with("include") || words[i + 1].text == "pragma");
    if (is_left_out && words[i].in_directive) continue;
    if (words[i].offset < done) continue;
    const std::string_view text = normal_form(words[i], source);
    if (text.empty()) continue;
    tokens.push_back({std::string(text), words[i].line, text == "i" ? std::string(words[i].text) : ""});
    if (words[i].kind == TokenKind::punctuation) done = words[i].offset + text.size();
  }
  return tokens;
}

}  // namespace tutorial::instructor
