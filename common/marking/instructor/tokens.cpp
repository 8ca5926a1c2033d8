#include "marking/instructor/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <set>

namespace tutorial::instructor {
namespace {

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

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}
bool in_word(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Scanner {
 public:
  explicit Scanner(std::string_view source) : source_(source) {}

  std::vector<Token> all() {
    while (at_ < source_.size()) next();
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  bool here(std::string_view text) const { return source_.substr(at_, text.size()) == text; }
  void skip_to(std::size_t end) {
    end = std::min(end, source_.size());
    line_ += static_cast<int>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         source_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void skip_past(std::string_view end, std::size_t from) {
    const std::size_t found = source_.find(end, from);
    skip_to(found == std::string_view::npos ? source_.size() : found + end.size());
  }
  void add(std::string_view text) { tokens_.push_back({std::string(text), line_}); }

  void next() {
    const char c = peek();
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\0' || c == '\\') return skip_to(at_ + 1);
    if (here("//")) return skip_to(source_.find('\n', at_));
    if (here("/*")) return skip_past("*/", at_ + 2);
    if (c == '#' && is_include()) return skip_to(source_.find('\n', at_));
    if (here("R\"")) return raw_string();
    if (c == '"' || c == '\'') return quoted(c);
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
        (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))) != 0))
      return number();
    if (starts_word(c)) return word();
    for (const std::string_view op : operators) {
      if (here(op)) {
        add(op);
        return skip_to(at_ + op.size());
      }
    }
    add(source_.substr(at_, 1));
    skip_to(at_ + 1);
  }

  bool is_include() const {
    std::size_t at = source_.find_first_not_of(" \t", at_ + 1);
    return at != std::string_view::npos && source_.substr(at, 7) == "include";
  }
  void raw_string() {
    add("s");
    const std::size_t open = source_.find('(', at_);
    if (open == std::string_view::npos) return skip_to(source_.size());
    skip_past(")" + std::string(source_.substr(at_ + 2, open - at_ - 2)) + "\"", open);
  }
  void quoted(char quote) {
    add("s");
    std::size_t end = at_ + 1;
    while (end < source_.size() && source_[end] != quote && source_[end] != '\n')
      end += source_[end] == '\\' ? 2 : 1;
    skip_to(end + 1);
  }
  void number() {
    add("0");
    std::size_t end = at_ + 1;
    const auto goes_on = [&](char c) {
      const char before = source_[end - 1];
      const bool exponent =
          (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      return in_word(c) || c == '.' || c == '\'' || exponent;
    };
    while (end < source_.size() && goes_on(source_[end])) ++end;
    skip_to(end);
  }
  void word() {
    std::size_t end = at_;
    while (end < source_.size() && in_word(source_[end])) ++end;
    const std::string_view text = source_.substr(at_, end - at_);
    add(keywords().count(text) > 0 ? text : "i");
    skip_to(end);
  }

  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> normalised_tokens(std::string_view source) { return Scanner(source).all(); }

}  // namespace tutorial::instructor
