#include "marking/screen/screen_tokens.hpp"

#include <algorithm>

namespace tutorial::marking {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {
    if (source_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
  }

  ScreenedText read() {
    while (at_ < source_.size()) step();
    return std::move(result_);
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  bool at_end() const { return at_ >= source_.size(); }
  void refuse(const std::string& words) { result_.tricks.push_back({words, line_}); }

  void step() {
    const char c = here();
    if (c == '\n') return new_line();
    if (is_blank(c) || c == '\f') return void(++at_);
    if (c == '\r') return carriage_return();
    if (c == '\\') return backslash();
    if (c == '/' && here(1) == '/') return line_comment();
    if (c == '/' && here(1) == '*') return block_comment();
    if (c == '"' || c == '\'') return text(c);
    if (is_letter(c)) return word();
    if (is_digit(c) || (c == '.' && is_digit(here(1)))) return number();
    if (static_cast<unsigned char>(c) >= 0x80 || static_cast<unsigned char>(c) < 0x20) {
      refuse("a character that is not plain ASCII, outside comments and strings");
      while (!at_end() && static_cast<unsigned char>(here()) >= 0x80) ++at_;
      if (at_ < source_.size() && static_cast<unsigned char>(here()) < 0x20 && here() != '\n') ++at_;
      return;
    }
    punctuation();
  }

  void new_line() {
    ++at_;
    ++line_;
    fresh_ = true;
    directive_ = define_ = false;
  }

  void carriage_return() {
    if (here(1) != '\n') refuse("a carriage return in the middle of a line");
    ++at_;
  }

  /// How many characters a backslash, what follows it on its line, and the line's end have; 0 if this is no splice.
  std::size_t splice() const {
    if (here() != '\\') return 0;
    std::size_t length = 1;
    while (is_blank(here(length)) || here(length) == '\r') ++length;
    return here(length) == '\n' ? length + 1 : 0;
  }

  /// Lines may be joined in a #define, between words.
  void backslash() {
    const std::size_t length = splice();
    if (length == 0) {
      refuse("a backslash outside strings");
      return void(++at_);
    }
    const bool tidy = define_ && at_ > 0 && is_blank(source_[at_ - 1]) && !is_blank(here(1));
    if (!tidy) refuse("a backslash at the end of a line, outside of a #define or with no blank before it");
    at_ += length;
    ++line_;
  }

  void line_comment() {
    while (!at_end() && here() != '\n') {
      if (splice() != 0) {
        refuse("a comment that goes on in the next line by a backslash");
        return void(at_ += splice() - 1);
      }
      ++at_;
    }
  }

  void block_comment() {
    for (at_ += 2; !at_end(); ++at_) {
      if (here() == '*' && here(1) == '/') return void(at_ += 2);
      if (here() == '*' && here(1) == '\\') refuse("a backslash after a star in a comment");
      if (here() == '\n') ++line_;
    }
  }

  void text(char quote) {
    const std::size_t begin = at_;
    for (++at_; !at_end() && here() != quote; ++at_) {
      if (splice() != 0) {
        refuse("a string that goes on in the next line by a backslash");
        return;
      }
      if (here() == '\n') {
        refuse("a string without its end");
        return;
      }
      if (here() == '?' && here(1) == '?') trigraph();
      if (here() == '\\') ++at_;
    }
    ++at_;
    at_ = std::min(at_, source_.size());
    add(ScreenToken::Kind::text, begin);
  }

  void word() {
    const std::size_t begin = at_;
    while (is_letter(here()) || is_digit(here())) ++at_;
    const std::string_view name = source_.substr(begin, at_ - begin);
    if (here() == '"' && name.back() == 'R' && name.size() <= 3) refuse("a raw string");
    const bool names_directive =
        directive_ && result_.tokens.back().text == "#" && result_.tokens.back().first_of_line;
    define_ = define_ || (names_directive && name == "define");
    add(ScreenToken::Kind::identifier, begin);
  }

  void number() {
    const std::size_t begin = at_;
    while (is_letter(here()) || is_digit(here()) || here() == '.' ||
           (here() == '\'' && (is_digit(here(1)) || is_letter(here(1)))) ||
           ((here() == '+' || here() == '-') &&
            std::string_view("eEpP").find(source_[at_ - 1]) != std::string_view::npos))
      ++at_;
    add(ScreenToken::Kind::number, begin);
  }

  void trigraph() {
    if (std::string_view("=/'()!<>-").find(here(2)) != std::string_view::npos && here(2) != '\0')
      refuse("a trigraph (two question marks and a third sign)");
  }

  void punctuation() {
    const char c = here(), next = here(1);
    if (c == '?' && next == '?') trigraph();
    const bool digraph = (c == '<' && (next == '%' || (next == ':' && here(2) != ':'))) ||
                         (c == '%' && (next == ':' || next == '>')) || (c == ':' && next == '>');
    if (digraph) refuse("a digraph (" + std::string(source_.substr(at_, 2)) + ")");
    const std::size_t begin = at_;
    if (c == '#' && fresh_) directive_ = true;
    at_ += (c == '#' && next == '#') || (c == ':' && next == ':') ? 2U : 1U;
    add(ScreenToken::Kind::punctuation, begin);
  }

  void add(ScreenToken::Kind kind, std::size_t begin) {
    result_.tokens.push_back({kind, source_.substr(begin, at_ - begin), line_, fresh_, directive_});
    fresh_ = false;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool fresh_ = true;       // no word on this line yet
  bool directive_ = false;  // the line began with #
  bool define_ = false;     // it is a #define
  ScreenedText result_;
};

}  // namespace

ScreenedText screen_tokens(std::string_view source) { return Reader(source).read(); }

}  // namespace tutorial::marking
