#include "sim/translate/lexer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <string>

namespace cudasim::translate {
namespace {

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r' && c != '\f';
}
bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || !is_ascii(c);
}
bool continues_identifier(char c) { return starts_identifier(c) || is_digit(c); }

/// Longest first. A `>` is never joined with another `>`.
constexpr std::array<std::string_view, 21> joined_signs = {
    "<<=", "<=>", "->*", "...", "<<<", "<<", "->", "::", "##", ".*", "&&",
    "||",  "<=",  ">=",  "==",  "!=",  "+=", "-=", "*=", "++", "--"};

}  // namespace

Lexer::Lexer(std::string_view text, std::vector<Odd>* odd) : text_(text), odd_(odd) {
  if (looking_at("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
}

std::optional<Token> Lexer::next() {
  if (!skip_blanks()) return std::nullopt;
  const std::size_t start = at_;
  const int line = line_;
  const bool first = at_line_start_;
  const bool hash = first && peek() == '#';
  at_line_start_ = false;
  if (hash) in_directive_ = true;
  TokenKind kind = TokenKind::punctuation;
  if (hash)
    ++at_;
  else
    kind = take();
  const std::string_view text = text_.substr(start, at_ - start);
  if (names_directive_ && text == "define") in_define_ = true;
  names_directive_ = hash;
  after_operator_ = text == "operator";
  return Token{kind, text, start, line, first, in_directive_};
}

void Lexer::note(Oddity what, std::string_view text) {
  if (odd_ != nullptr) odd_->push_back({what, line_, text});
}

/// Length of a backslash, the rest of its line and the line end; 0 if this is no line splice.
std::size_t Lexer::splice() const {
  if (peek() != '\\') return 0;
  std::size_t length = 1;
  while (is_blank(peek(length)) || peek(length) == '\r') ++length;
  return peek(length) == '\n' ? length + 1 : 0;
}

void Lexer::skip_splice(std::size_t length) {
  at_ += length;
  ++line_;
}

void Lexer::step() {
  if (text_[at_] == '\n') {
    ++line_;
    at_line_start_ = true;
    in_directive_ = in_define_ = names_directive_ = false;
  }
  ++at_;
}

void Lexer::skip_line_comment() {
  while (at_ < text_.size() && peek() != '\n') {
    if (const std::size_t length = splice()) {
      note(Oddity::joined_lines_in_comment);
      skip_splice(length);
    } else {
      ++at_;
    }
  }
}

/// Inside comments, a line end counts as blank even in a directive.
void Lexer::skip_block_comment() {
  at_ += 2;
  while (at_ < text_.size() && !looking_at("*/")) {
    if (looking_at("*\\")) note(Oddity::backslash_after_star);
    if (peek() == '\n') ++line_;
    ++at_;
  }
  at_ = std::min(at_ + 2, text_.size());
}

/// Moves to the next token. False at the end of the text.
bool Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    if (const std::size_t length = splice()) {
      // A splice between two tokens is a blank. In the middle of a token it is not, and the lexer would see two tokens.
      const char before = at_ > 0 ? text_[at_ - 1] : ' ', after = peek(length);
      const auto is_separate = [](char c) {
        return c == '\0' || std::isspace(static_cast<unsigned char>(c)) ||
               std::strchr("(){};,", c) != nullptr;
      };
      if (!is_separate(before) && !is_separate(after)) note(Oddity::joined_lines);
      skip_splice(length);
    } else if (looking_at("//")) {
      skip_line_comment();
    } else if (looking_at("/*")) {
      skip_block_comment();
    } else if (std::isspace(static_cast<unsigned char>(peek()))) {
      if (peek() == '\r' && peek(1) != '\n') note(Oddity::carriage_return);
      if (is_control(peek())) note(Oddity::not_ascii);
      step();
    } else {
      return true;
    }
  }
  return false;
}

TokenKind Lexer::take() {
  if (starts_identifier(peek())) return take_word();
  if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
    take_number();
    return TokenKind::number;
  }
  if (peek() == '"' || peek() == '\'') return take_quoted(peek());
  take_punctuation();
  return TokenKind::punctuation;
}

TokenKind Lexer::take_word() {
  const std::size_t start = at_;
  while (continues_identifier(peek())) ++at_;
  const std::string_view word = text_.substr(start, at_ - start);
  if (!std::all_of(word.begin(), word.end(), is_ascii)) note(Oddity::not_ascii, word);
  const bool raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
  if (raw && peek() == '"') {
    take_raw_string();
    return TokenKind::string;
  }
  return TokenKind::identifier;
}

void Lexer::take_raw_string() {
  const std::size_t open = text_.find('(', at_);
  if (open == std::string_view::npos) {
    note(Oddity::raw_string);
    at_ = text_.size();
    return;
  }
  const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
  const std::size_t end = text_.find(close, open);
  const std::size_t stop = end == std::string_view::npos ? text_.size() : end + close.size();
  if (end == std::string_view::npos || text_.substr(at_, stop - at_).find('\n') != std::string_view::npos)
    note(Oddity::raw_string);
  for (; at_ < stop; ++at_)
    if (peek() == '\n') ++line_;
}

void Lexer::take_number() {
  while (at_ < text_.size()) {
    const char c = peek();
    if (!is_ascii(c)) note(Oddity::not_ascii);
    const bool exponent =
        (c == 'e' || c == 'E' || c == 'p' || c == 'P') && (peek(1) == '+' || peek(1) == '-');
    const bool separator = c == '\'' && continues_identifier(peek(1));
    if (exponent || separator) {
      at_ += 2;
    } else if (continues_identifier(c) || c == '.') {
      ++at_;
    } else {
      return;
    }
  }
}

/// A quote without a partner on the line (text in a skipped region) ends at the end of the line.
TokenKind Lexer::take_quoted(char quote) {
  ++at_;
  while (at_ < text_.size() && peek() != quote && peek() != '\n') {
    if (const std::size_t length = splice()) {
      note(Oddity::joined_lines_in_string);
      skip_splice(length);
    } else {
      note_trigraph();
      at_ += peek() == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    }
  }
  if (peek() == quote)
    ++at_;
  else
    note(Oddity::string_without_end);
  return quote == '"' ? TokenKind::string : TokenKind::character;
}

void Lexer::take_punctuation() {
  const std::size_t start = at_;
  ++at_;
  for (std::string_view text : joined_signs) {
    // `operator<<<T>` is `operator<<` with a template list, not a launch.
    if (!text_.substr(start).starts_with(text) || (after_operator_ && text == "<<<")) continue;
    at_ = start + text.size();
    break;
  }
  if (odd_ == nullptr) return;
  const std::size_t end = at_;
  for (at_ = start; at_ < end; ++at_) {
    const char c = peek(), following = peek(1);
    if (splice() == 0 && c == '\\') note(Oddity::backslash);
    if (is_control(c)) note(Oddity::not_ascii);
    note_trigraph();
    const bool digraph = (c == '<' && (following == '%' || (following == ':' && peek(2) != ':'))) ||
                         (c == '%' && (following == ':' || following == '>')) ||
                         (c == ':' && following == '>' && end == start + 1);
    if (digraph) note(Oddity::digraph, text_.substr(at_, 2));
  }
}

/// Two question marks and a third sign.
void Lexer::note_trigraph() {
  const bool third = peek(2) != '\0' && std::string_view("=/'()!<>-").find(peek(2)) != std::string_view::npos;
  if (peek() == '?' && peek(1) == '?' && third) note(Oddity::trigraph);
}

}  // namespace cudasim::translate
