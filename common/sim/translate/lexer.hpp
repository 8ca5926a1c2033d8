#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/translate/token.hpp"

namespace cudasim::translate {

/// What another reader of the same text may read differently. Code that must be sure refuses it.
enum class Oddity {
  not_ascii,        ///< or a control character: outside comments and strings
  carriage_return,  ///< in the middle of a line
  backslash,        ///< outside strings, and not at the end of a line
  joined_lines,     ///< In the middle of a possible token.
  joined_lines_in_comment,
  joined_lines_in_string,
  backslash_after_star,  ///< in a comment
  string_without_end,
  raw_string,  ///< Over several lines, or not closed.
  trigraph,
  digraph,
};

struct Odd {
  Oddity what;
  int line;
  std::string_view text;  ///< of a digraph, or of a name that is not ASCII; else empty, where the lexer was
};

/// The only reader of C++ text: skips comments and line splices, and returns tokens, strings and raw strings in order. It never fails: odd
/// characters are tokens too. `>` is always a token of its own, so that template lists can be matched; `<<<`, `<<` and `->` are one token each.
class Lexer {
 public:
  /// @param odd  receives odd characters, if not null
  explicit Lexer(std::string_view text, std::vector<Odd>* odd = nullptr);

  /// The next token; nothing at the end.
  std::optional<Token> next();

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void note(Oddity what) { note(what, text_.substr(at_, 0)); }
  void note(Oddity what, std::string_view text);
  std::size_t splice() const;
  void skip_splice(std::size_t length);
  void step();
  void skip_line_comment();
  void skip_block_comment();
  bool skip_blanks();
  TokenKind take();
  TokenKind take_word();
  void take_raw_string();
  void take_number();
  TokenKind take_quoted(char quote);
  void take_punctuation();
  void note_trigraph();

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool at_line_start_ = true;
  bool in_directive_ = false;
  bool names_directive_ = false;  ///< the last token was the # of a directive
  bool in_define_ = false;
  bool after_operator_ = false;  ///< the last token was the word operator
  std::vector<Odd>* odd_;
};

}  // namespace cudasim::translate
