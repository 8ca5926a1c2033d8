#include "sim/translate/condition.hpp"

#include <charconv>
#include <functional>

namespace cudasim::translate {
namespace {

using Value = std::optional<long long>;

Value known_macro(std::string_view name, bool ask_defined, long long architecture) {
  if (name == "__CUDA_ARCH__") return ask_defined ? architecture != 0 : architecture;
  if (name == "__CUDACC__" || name == "__NVCC__") return 1;
  if (!ask_defined && name == "true") return 1;
  if (!ask_defined && name == "false") return 0;
  return std::nullopt;
}

/// Recursive descent over the operators that conditions use; an unknown operand makes the result unknown
/// unless the other operand of `&&` or `||` decides.
class Evaluator {
 public:
  Evaluator(Tokens tokens, long long architecture) : tokens_(tokens), architecture_(architecture) {}

  Value run() {
    const Value value = disjunction();
    return at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  bool accept(std::string_view text) {
    if (at_ >= tokens_.size() || !tokens_[at_].is(text)) return false;
    ++at_;
    return true;
  }

  Value disjunction() {
    Value left = conjunction();
    while (accept("||")) {
      const Value right = conjunction();
      const bool decided = (left && *left) || (right && *right);
      left = decided ? Value(1) : (left && right ? Value(0) : std::nullopt);
    }
    return left;
  }

  Value conjunction() {
    Value left = comparison();
    while (accept("&&")) {
      const Value right = comparison();
      const bool decided = (left && !*left) || (right && !*right);
      left = decided ? Value(0) : (left && right ? Value(1) : std::nullopt);
    }
    return left;
  }

  Value comparison() {
    const Value left = unary();
    if (accept(">=")) return compare(left, std::greater_equal<>());
    if (accept("<=")) return compare(left, std::less_equal<>());
    if (accept("==")) return compare(left, std::equal_to<>());
    if (accept("!=")) return compare(left, std::not_equal_to<>());
    if (accept(">")) return compare(left, std::greater<>());
    if (accept("<")) return compare(left, std::less<>());
    return left;
  }

  template <class Relation>
  Value compare(Value left, Relation relation) {
    const Value right = unary();
    return left && right ? Value(relation(*left, *right)) : std::nullopt;
  }

  Value unary() {
    if (accept("!")) {
      const Value value = unary();
      return value ? Value(!*value) : std::nullopt;
    }
    if (accept("(")) {
      const Value value = disjunction();
      return accept(")") ? value : std::nullopt;
    }
    if (accept("defined")) return is_defined();
    if (at_ >= tokens_.size()) return std::nullopt;
    const Token& token = tokens_[at_++];
    if (token.kind != TokenKind::number) return known_macro(token.text, false, architecture_);
    long long number = 0;
    const auto [rest, error] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
    const bool plain =
        error == std::errc() && (rest == token.text.data() + token.text.size() || *rest != 'x');
    return plain ? Value(number) : std::nullopt;
  }

  Value is_defined() {
    const bool bracketed = accept("(");
    if (at_ >= tokens_.size()) return std::nullopt;
    const Value value = known_macro(tokens_[at_++].text, true, architecture_);
    if (bracketed && !accept(")")) return std::nullopt;
    return value;
  }

  Tokens tokens_;
  long long architecture_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<long long> condition_value(Tokens expression, long long architecture) {
  return Evaluator(expression, architecture).run();
}

Value branch_value(Tokens directive, long long architecture) {
  const std::string_view name = directive.front().text;
  const Tokens rest = directive.subspan(1);
  if (name == "if" || name == "elif") return condition_value(rest, architecture);
  if (name == "else") return 1;
  if (rest.empty() || (name != "ifdef" && name != "ifndef")) return std::nullopt;
  const Value defined = known_macro(rest.front().text, true, architecture);
  return defined && name == "ifndef" ? Value(!*defined) : defined;
}

bool Conditions::uncertain() const { return !levels_.empty() && levels_.back().uncertain; }

void Conditions::was_guard() {
  if (!levels_.empty())
    levels_.back().uncertain = levels_.size() > 1 && levels_[levels_.size() - 2].uncertain;
}

bool Conditions::live() const { return levels_.empty() || levels_.back().live; }

void Conditions::enter(Value value) {
  const bool outer = live();
  levels_.push_back(
      {outer, value.value_or(0) != 0, outer && value.value_or(1) != 0, uncertain() || !value.has_value()});
}

void Conditions::alternative(Value value) {
  if (levels_.empty()) return;
  Level& level = levels_.back();
  level.live = level.outer_live && !level.certainly_taken && value.value_or(1) != 0;
  level.uncertain = level.uncertain || !value.has_value();
  level.certainly_taken = level.certainly_taken || value.value_or(0) != 0;
}

bool Conditions::apply(Tokens directive) {
  const std::string_view name = directive.front().text;
  const bool outer = levels_.empty() || levels_.back().outer_live;
  if (name == "if" || name == "ifdef" || name == "ifndef") {
    const bool here = live();
    enter(branch_value(directive));
    return here;
  }
  if (name.starts_with("el")) {
    alternative(branch_value(directive));
    return outer;
  }
  if (name == "endif") {
    if (!levels_.empty()) levels_.pop_back();
    return outer;
  }
  return false;
}

bool Conditions::decide(Tokens directive, bool live) {
  const bool belongs = apply(directive);
  Level& level = levels_.back();
  level.live = level.outer_live && live;
  return belongs;
}

}  // namespace cudasim::translate
