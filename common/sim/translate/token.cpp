#include "sim/translate/token.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>

#include "sim/translate/condition.hpp"
#include "sim/translate/device_regions.hpp"

namespace cudasim::translate {
namespace {

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_identifier(char c) {
  return starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c));
}

/// Longest first. A `>` is never joined with another one.
constexpr std::array<std::string_view, 21> punctuators = {
    "<<=", "<=>", "->*", "...", "<<<", "<<", "->", "::", "##", ".*", "&&",
    "||",  "<=",  ">=",  "==",  "!=",  "+=", "-=", "*=", "++", "--"};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  /// Leaves out what is never compiled; the `if`s at these offsets are for the device.
  Lexer(std::string_view text, std::set<std::size_t> for_device)
      : text_(text), for_device_(std::move(for_device)), leaves_out_(true) {}

  Source run() {
    while (skip_blanks(false)) {
      if (peek() == '#' && at_line_start_) {
        ++at_;
        directive();
      } else {
        at_line_start_ = false;
        const Token token = next(source_.code);
        if (live()) source_.code.push_back(token);
      }
    }
    return std::move(source_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool live() const { return !leaves_out_ || conditions_.live(); }
  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      at_line_start_ = true;
    }
    ++at_;
  }

  /// Length of a backslash and the line end after it, or 0.
  std::size_t splice() const {
    if (looking_at("\\\n")) return 2;
    if (looking_at("\\\r\n")) return 3;
    return 0;
  }

  void skip_splice(std::size_t length) {
    at_ += length;
    ++line_;
  }

  void skip_line_comment() {
    while (at_ < text_.size() && peek() != '\n') {
      if (const std::size_t length = splice()) {
        skip_splice(length);
      } else {
        ++at_;
      }
    }
  }

  /// Inside, a line end counts as blank even in a directive.
  void skip_block_comment() {
    const bool was_at_start = at_line_start_;
    at_ += 2;
    while (at_ < text_.size() && !looking_at("*/")) step();
    at_ = std::min(at_ + 2, text_.size());
    at_line_start_ = was_at_start;
  }

  /// Moves to the next token. False at the end of the text, in a directive at the end of its line.
  bool skip_blanks(bool in_directive) {
    while (at_ < text_.size()) {
      if (const std::size_t length = splice()) {
        skip_splice(length);
      } else if (looking_at("//")) {
        skip_line_comment();
      } else if (looking_at("/*")) {
        skip_block_comment();
      } else if (peek() == '\n' && in_directive) {
        return false;
      } else if (std::isspace(static_cast<unsigned char>(peek()))) {
        step();
      } else {
        return true;
      }
    }
    return false;
  }

  void directive() {
    Directive result{{}, source_.code.size()};
    while (skip_blanks(true)) {
      const Token token = next(result.tokens);
      result.tokens.push_back(token);
    }
    if (result.tokens.empty()) return;
    const bool was_live = live();
    result.for_device = for_device_.contains(result.tokens.front().offset);
    const long long architecture = result.for_device ? assumed_architecture : 0;
    if (conditions_.apply(result.tokens, architecture) || was_live)
      source_.directives.push_back(std::move(result));
  }

  Token next(const std::vector<Token>& before) {
    const std::size_t start = at_;
    const int line = line_;
    const TokenKind kind = take(before);
    return {kind, text_.substr(start, at_ - start), start, line};
  }

  TokenKind take(const std::vector<Token>& before) {
    if (starts_identifier(peek())) return take_word();
    if (std::isdigit(static_cast<unsigned char>(peek())) ||
        (peek() == '.' && std::isdigit(static_cast<unsigned char>(peek(1))))) {
      take_number();
      return TokenKind::number;
    }
    if (peek() == '"' || peek() == '\'') return take_quoted(peek());
    take_punctuation(before);
    return TokenKind::punctuation;
  }

  TokenKind take_word() {
    const std::size_t start = at_;
    while (continues_identifier(peek())) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    const bool raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (raw && peek() == '"') {
      take_raw_string();
      return TokenKind::string;
    }
    return TokenKind::identifier;
  }

  void take_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open);
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + close.size();
    const bool was_at_start = at_line_start_;
    while (at_ < stop) step();
    at_line_start_ = was_at_start;
  }

  void take_number() {
    while (at_ < text_.size()) {
      const char c = peek();
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

  /// A quote without its partner on the line (text in a skipped region) ends with the line.
  TokenKind take_quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && peek() != quote && peek() != '\n') {
      if (const std::size_t length = splice()) {
        skip_splice(length);
      } else {
        at_ += peek() == '\\' && at_ + 1 < text_.size() ? 2 : 1;
      }
    }
    if (peek() == quote) ++at_;
    return quote == '"' ? TokenKind::string : TokenKind::character;
  }

  void take_punctuation(const std::vector<Token>& before) {
    const bool after_operator = !before.empty() && before.back().is("operator");
    for (std::string_view text : punctuators) {
      // `operator<<<T>` is `operator<<` with a template list, not a launch.
      if (looking_at(text) && !(after_operator && text == "<<<")) {
        at_ += text.size();
        return;
      }
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool at_line_start_ = true;
  std::set<std::size_t> for_device_;
  bool leaves_out_ = false;
  Conditions conditions_;
  Source source_;
};

}  // namespace

Source tokenize(std::string_view text) {
  const bool asks = text.find("__CUDA_ARCH__") != std::string_view::npos;
  return Lexer(text, asks ? device_regions(Lexer(text).run()) : std::set<std::size_t>()).run();
}

std::string_view string_body(const Token& token) {
  std::string_view body = token.text;
  const std::size_t quote = body.find('"');
  const bool raw = quote > 0 && quote != std::string_view::npos && body[quote - 1] == 'R';
  const std::size_t first = raw ? body.find('(') : quote;
  const std::size_t last = raw ? body.rfind(')') : body.rfind('"');
  if (first == std::string_view::npos || last == std::string_view::npos || last <= first) return {};
  return body.substr(first + 1, last - first - 1);
}

}  // namespace cudasim::translate
