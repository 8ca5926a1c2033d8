#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudasim::translate {

enum class TokenKind { identifier, number, string, character, punctuation };

/// One preprocessing token; `text` points into its source.
struct Token {
  TokenKind kind;
  std::string_view text;
  std::size_t offset;  ///< Of the first character, in bytes from the start of the source.
  int line;            ///< 1-based.
  bool first_of_line = false;
  bool in_directive = false;
  bool uncertain = false;      ///< Macros that are not known here decide whether it is compiled.
  std::ptrdiff_t partner = 0;  ///< For a bracket: distance to its partner in tokens; 0 without one.

  std::size_t end() const { return offset + text.size(); }
  bool is(std::string_view wanted) const { return text == wanted; }
  bool is_identifier() const { return kind == TokenKind::identifier; }
};

using Tokens = std::span<const Token>;

/// A preprocessor line, with its continuations, outside of skipped regions.
struct Directive {
  std::vector<Token> tokens;  ///< Without the `#`; the first is the name of the directive.
  std::size_t code_index;     ///< Number of tokens of Source::code before it.
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

/// `text` replaces the text between two offsets.
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

/// A source file in tokens, without regions that are never compiled (`#if 0`). plan_architecture() decides about those with
/// `__CUDA_ARCH__`.
struct Source {
  std::vector<Token> code;
  std::vector<Directive> directives;
  std::vector<SideRange> sides;  ///< In order.
  std::vector<Rewrite> rewrites;
  std::vector<Problem> problems;
  std::set<std::string, std::less<>> device_constants;  ///< Constants that have another value in host code.
};

/// Splits `text` as Lexer does, and separates directives from code.
Source tokenize(std::string_view text);

/// The text of a string token; escapes for white space become blanks.
std::string_view string_body(const Token& token);

}  // namespace cudasim::translate
