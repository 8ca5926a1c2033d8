#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudasim::translate {

enum class TokenKind { identifier, number, string, character, punctuation };

/// One preprocessing token; `text` points into the source it came from.
struct Token {
  TokenKind kind;
  std::string_view text;
  std::size_t offset;  ///< Of the first character, in bytes from the start of the source.
  int line;            ///< 1-based.
  bool first_of_line = false;
  bool in_directive = false;
  bool uncertain = false;      ///< Whether it is compiled, macros decide that are not known here.
  std::ptrdiff_t partner = 0;  ///< Of a bracket: how many tokens further the other one stands; 0 without one.

  std::size_t end() const { return offset + text.size(); }
  bool is(std::string_view wanted) const { return text == wanted; }
  bool is_identifier() const { return kind == TokenKind::identifier; }
};

using Tokens = std::span<const Token>;

/// A preprocessor line, with its continuations, outside of skipped regions.
struct Directive {
  std::vector<Token> tokens;  ///< Without the `#`; the first one is the directive's name.
  std::size_t code_index;     ///< How many tokens of Source::code come before it.
  std::size_t begin;          ///< Offset of the `#`.

  bool is(std::string_view name) const { return tokens.front().is(name); }
  std::size_t end() const { return tokens.back().end(); }
};

/// Text between two offsets that only device code, or only host code, runs.
struct SideRange {
  std::size_t begin;
  std::size_t end;
  bool on_device;
};

/// `text` takes the place of what stands between two offsets.
struct Rewrite {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

/// An error at a line.
struct Problem {
  int line;
  std::string text;
};

/// A source file in tokens. Regions that are never compiled (`#if 0`) are left out; what becomes of those with `__CUDA_ARCH__`,
/// plan_architecture() says.
struct Source {
  std::vector<Token> code;
  std::vector<Directive> directives;
  std::vector<SideRange> sides;  ///< In order.
  std::vector<Rewrite> rewrites;
  std::vector<Problem> problems;
};

/// Splits `text` as Lexer does, directives apart from the code.
Source tokenize(std::string_view text);

/// The text that a string token stands for; escapes for white space become blanks.
std::string_view string_body(const Token& token);

}  // namespace cudasim::translate
