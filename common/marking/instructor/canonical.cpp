#include "marking/instructor/canonical.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

namespace tutorial::instructor {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);
constexpr int deepest = 200;  // statements in statements; what is deeper stays as it is

bool is_one_of(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

class Canonical {
 public:
  explicit Canonical(std::vector<Token> tokens) : in_(std::move(tokens)), end_(in_.size(), none) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < in_.size(); ++i) {
      if (!in_[i].name.empty()) ++uses_[in_[i].name];
      if (is(i, "(") || is(i, "{")) open.push_back(i);
      if (open.empty() || !is(i, is(open.back(), "(") ? ")" : "}")) continue;
      end_[open.back()] = i;
      open.pop_back();
    }
  }

  std::vector<Token> tokens() {
    while (at_ < in_.size()) statement();
    return std::move(out_);
  }

 private:
  bool is(std::size_t i, std::string_view text) const { return i < in_.size() && in_[i].text == text; }
  bool is_name(std::size_t i) const { return i < in_.size() && !in_[i].name.empty(); }
  /// Behind what begins there: a whole bracket or one token.
  std::size_t behind(std::size_t i) const { return end_[i] == none ? i + 1 : end_[i] + 1; }
  void put(const std::string& text, std::size_t i) {
    out_.push_back({text, in_[std::min(i, in_.size() - 1)].line, {}});
  }

  void statement() {
    if (++depth_ > deepest) {
      at_ += operation(at_);
    } else if (is(at_, "{") && end_[at_] != none) {
      block();
    } else if (is(at_, ";") || is(at_, "}")) {
      ++at_;
    } else if (is(at_, "for") && has_bracket(at_ + 1)) {
      for_loop();
    } else if (is(at_, "do")) {
      do_loop();
    } else if (is_one_of(in_[at_].text, {"while", "if", "switch"}) && has_bracket(at_ + 1)) {
      const bool may_have_else = is(at_, "if");
      const std::size_t end = end_[at_ + 1];
      put(in_[at_].text, at_);
      expression(at_ + 1, end + 1);
      at_ = end + 1;
      inner();
      if (may_have_else && is(at_, "else")) inner();
    } else if (is(at_, "else")) {
      put("else", at_++);
      inner();
    } else {
      simple();
    }
    --depth_;
  }

  void inner() {
    if (at_ < in_.size()) statement();
  }

  bool has_bracket(std::size_t i) const { return is(i, "(") && end_[i] != none; }

  void block() {
    const std::size_t end = end_[at_++];
    while (at_ < end) statement();
    at_ = std::max(at_, end + 1);
  }

  void for_loop() {
    const std::size_t start = at_ + 1, end = end_[start];
    std::vector<std::size_t> parts;
    for (std::size_t i = start + 1; i < end; i = behind(i))
      if (is(i, ";")) parts.push_back(i);
    at_ = end + 1;
    if (parts.size() != 2) {  // over a range
      expression(start - 1, end + 1);
      return inner();
    }
    ended_expression(start + 1, parts[0]);
    put("while", start);
    put("(", start);
    expression(parts[0] + 1, parts[1]);
    put(")", end);
    inner();
    ended_expression(parts[1] + 1, end);
  }

  /// Its condition goes to the front.
  void do_loop() {
    ++at_;
    const std::size_t body = out_.size();
    inner();
    if (!is(at_, "while") || !has_bracket(at_ + 1)) return;
    const std::size_t head = out_.size(), end = end_[at_ + 1];
    put("while", at_);
    expression(at_ + 1, end + 1);
    std::rotate(out_.begin() + static_cast<std::ptrdiff_t>(body),
                out_.begin() + static_cast<std::ptrdiff_t>(head), out_.end());
    at_ = end + 1;
  }

  /// Up to its semicolon; or the head of what has a block: a function, a type.
  void simple() {
    const std::size_t start = at_;
    std::size_t end = start;
    while (end < in_.size() && !is(end, ";") && !is(end, "{") && !is(end, "}"))
      end = is(end, "(") ? behind(end) : end + 1;
    at_ = is(end, ";") ? end + 1 : end;
    if (is(end, "{")) {
      expression(start, end);
      if (end_[end] == none) ++at_;
    } else if (!is_useless(start, end)) {
      is(end, ";") ? ended_expression(start, end) : expression(start, end);
    }
  }

  /// A name or a number alone, or the definition of a variable that is named nowhere else, by no call.
  bool is_useless(std::size_t start, std::size_t end) const {
    if (end == start + 1) return in_[start].text == "i" || in_[start].text == "0";
    const auto stop = std::find_if(in_.begin() + static_cast<std::ptrdiff_t>(start),
                                   in_.begin() + static_cast<std::ptrdiff_t>(end),
                                   [](const Token& token) { return token.text == "="; });
    const auto name = static_cast<std::size_t>(stop - in_.begin()) - 1;
    if (name <= start || !is_name(name) || uses_.at(in_[name].name) > 1) return false;
    return std::all_of(
        in_.begin() + static_cast<std::ptrdiff_t>(start), in_.begin() + static_cast<std::ptrdiff_t>(end),
        [](const Token& token) {
          return is_one_of(token.text, {"=", "0", "s", "+", "-", "*", "/"}) || is_word(token.text);
        });
  }

  static bool is_word(const std::string& text) {
    return text[0] == '_' || (text[0] >= 'a' && text[0] <= 'z');
  }

  void ended_expression(std::size_t start, std::size_t end) {
    if (start >= end) return;
    expression(start, end);
    put(";", end);
  }

  void expression(std::size_t start, std::size_t end) {
    for (std::size_t i = start; i < std::min(end, in_.size());) {
      if (is(i, "{") && end_[i] != none && i > 0 && (is(i - 1, ")") || is(i - 1, "]"))) {  // a lambda's
        const std::size_t outer = at_;
        at_ = i;
        statement();
        i = std::max(at_, i + 1);
        at_ = std::max(outer, at_);
      } else {
        i += operation(i);
      }
    }
  }

  /// Puts what begins there; how many tokens that were.
  std::size_t operation(std::size_t i) {
    const std::string& text = in_[i].text;
    if (is_one_of(text, {"{", "}", "const", "constexpr", "static", "inline"})) return 1;
    const bool steps = text == "++" || text == "--";
    const std::string by = steps ? text.substr(0, 1) + "=" : "";
    if (steps && is_name(i + 1)) {
      put("i", i);
      put(by, i);
      put("0", i);
      return 2;
    }
    if (steps && i > 0 && (is_name(i - 1) || is(i - 1, "]"))) {
      put(by, i);
      put("0", i);
      return 1;
    }
    const bool again = is_name(i) && is(i + 1, "=") && is_name(i + 2) && in_[i].name == in_[i + 2].name;
    if (again && i + 3 < in_.size() &&
        is_one_of(in_[i + 3].text, {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"})) {
      put("i", i);
      put(in_[i + 3].text + "=", i);
      return 4;
    }
    put(text, i);
    return 1;
  }

  std::vector<Token> in_;
  std::vector<std::size_t> end_;  // of the bracket that opens there
  std::map<std::string, int> uses_;
  std::vector<Token> out_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::vector<Token> canonical_tokens(std::string_view source) {
  return Canonical(normalised_tokens(source)).tokens();
}

}  // namespace tutorial::instructor
