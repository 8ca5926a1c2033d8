#include "sim/translate/token.hpp"

#include <optional>
#include <utility>

#include "sim/translate/architecture.hpp"
#include "sim/translate/brackets.hpp"
#include "sim/translate/condition.hpp"
#include "sim/translate/lexer.hpp"

namespace cudasim::translate {
namespace {

/// Once for all passes: brackets may be nested to any depth.
void match_brackets(std::vector<Token>& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_opening(tokens[i])) open.push_back(i);
    if (!is_closing(tokens[i]) || open.empty()) continue;
    const auto distance = static_cast<std::ptrdiff_t>(i - open.back());
    tokens[open.back()].partner = distance;
    tokens[i].partner = -distance;
    open.pop_back();
  }
}

/// Separates directives from code.
class Sorter {
 public:
  explicit Sorter(std::string_view text) : lexer_(text) {}
  /// Removes text that is never compiled.
  Sorter(std::string_view text, ArchitecturePlan plan)
      : lexer_(text), plan_(std::move(plan)), leaves_out_(true) {
    source_.sides = std::move(plan_.sides);
    source_.rewrites = std::move(plan_.rewrites);
    source_.problems = std::move(plan_.problems);
    source_.device_constants = std::move(plan_.device_constants);
  }

  Source run() {
    for (auto token = lexer_.next(); token;) {
      if (token->first_of_line && token->is("#")) {
        token = directive(token->offset);
        continue;
      }
      token->uncertain = conditions_.uncertain();
      if (live()) source_.code.push_back(*token);
      token = lexer_.next();
    }
    match_brackets(source_.code);
    for (Directive& each : source_.directives) match_brackets(each.tokens);
    return std::move(source_);
  }

 private:
  bool live() const { return !leaves_out_ || conditions_.live(); }

  /// Reads to the end of the directive. @return the token after it
  std::optional<Token> directive(std::size_t begin) {
    Directive result{{}, source_.code.size(), begin};
    auto token = lexer_.next();
    for (; token && token->in_directive && !token->first_of_line; token = lexer_.next())
      result.tokens.push_back(*token);
    if (!result.tokens.empty()) add(std::move(result));
    return token;
  }

  void add(Directive directive) {
    const bool was_live = live();
    const bool guards = directive.is("define") && directive.tokens.size() > 1 && !guard_.empty() &&
                        directive.tokens[1].is(guard_) && directive.code_index == guarded_from_;
    if (guards) conditions_.was_guard();
    guard_ = directive.is("ifndef") && directive.tokens.size() == 2 ? directive.tokens[1].text : "";
    guarded_from_ = directive.code_index;
    for (Token& token : directive.tokens) token.uncertain = conditions_.uncertain();
    const auto planned = plan_.live.find(directive.tokens.front().offset);
    const bool belongs = planned != plan_.live.end() ? conditions_.decide(directive.tokens, planned->second)
                                                     : conditions_.apply(directive.tokens);
    if (belongs || was_live) source_.directives.push_back(std::move(directive));
  }

  Lexer lexer_;
  ArchitecturePlan plan_;
  bool leaves_out_ = false;
  Conditions conditions_;
  std::string_view guard_;  ///< Of the `#ifndef` that the last directive was.
  std::size_t guarded_from_ = 0;
  Source source_;
};

}  // namespace

Source tokenize(std::string_view text) {
  const bool asks = text.find("__CUDA_ARCH__") != std::string_view::npos;
  return Sorter(text, asks ? plan_architecture(Sorter(text).run(), text) : ArchitecturePlan()).run();
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
