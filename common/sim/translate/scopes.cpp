#include "sim/translate/scopes.hpp"

#include <algorithm>

#include "sim/translate/brackets.hpp"

namespace cudasim::translate {
namespace {

/// The tokens before a `{` that belong to it, without those in brackets and template parameter lists.
std::vector<Token> head_before(Tokens code, std::size_t brace) {
  std::size_t begin = brace;
  while (begin > 0) {
    const Token& token = code[begin - 1];
    if (token.is(")") || token.is("]")) {
      const Index partner = opening(code, begin - 1);
      if (!partner) break;
      begin = *partner;
    } else if (token.is(";") || is_opening(token) || token.is("}")) {
      break;
    } else {
      --begin;
    }
  }
  std::vector<Token> head;
  for (std::size_t i = begin; i < brace; ++i) {
    const bool parameters = i > begin && code[i].is("<") && code[i - 1].is("template");
    const Index skip_to = parameters            ? closing_angle(code, i)
                          : is_opening(code[i]) ? closing(code, i)
                                                : std::nullopt;
    head.push_back(code[i]);
    if (!skip_to) continue;
    i = *skip_to;
    head.push_back(code[i]);
  }
  return head;
}

bool contains(const std::vector<Token>& head, std::string_view word) {
  return std::any_of(head.begin(), head.end(), [&](const Token& token) { return token.is(word); });
}

/// `struct __align__(8) Pair {` is a type, `struct Pair make() {` is not.
bool is_type_head(const std::vector<Token>& head) {
  const bool keyword = contains(head, "struct") || contains(head, "class") || contains(head, "union") ||
                       contains(head, "enum");
  if (!keyword) return false;
  if (!head.back().is(")")) return !head.back().is("=") && !head.back().is("const");
  const std::string_view before = head.size() > 2 ? head[head.size() - 3].text : "";
  return before == "alignas" || before == "__align__" || before == "__attribute__" ||
         before == "__builtin_align__";
}

Scope classify(const std::vector<Token>& head, Scope outer) {
  const bool device = contains(head, "__device__") || contains(head, "__global__");
  if (!head.empty()) {
    const bool linkage = head.back().kind == TokenKind::string && head[0].is("extern");
    if (contains(head, "namespace") || linkage) return Scope::file;
    if (is_type_head(head)) return Scope::type;
  }
  if (device) return contains(head, "__host__") ? Scope::both_function : Scope::device_function;
  return outer == Scope::file || outer == Scope::type ? Scope::host_function : outer;
}

}  // namespace

std::vector<Scope> find_scopes(const Source& source) {
  std::vector<Scope> result;
  result.reserve(source.code.size());
  std::vector<Scope> open;
  std::vector<std::vector<Scope>> at_if;
  auto directive = source.directives.begin();
  auto side = source.sides.begin();
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    for (; directive != source.directives.end() && directive->code_index <= i; ++directive) {
      const std::string_view name = directive->tokens.front().text;
      if (name.starts_with("if")) at_if.push_back(open);
      if (name.starts_with("el") && !at_if.empty()) open = at_if.back();
      if (name == "endif" && !at_if.empty()) at_if.pop_back();
    }
    const Token& token = source.code[i];
    const Scope here = open.empty() ? Scope::file : open.back();
    for (; side != source.sides.end() && side->end <= token.offset; ++side) {
    }
    const bool one_sided = side != source.sides.end() && side->begin <= token.offset;
    result.push_back(!one_sided ? here : side->on_device ? Scope::device_function : Scope::host_function);
    if (token.is("{")) open.push_back(classify(head_before(source.code, i), here));
    if (token.is("}") && !open.empty()) open.pop_back();
  }
  return result;
}

}  // namespace cudasim::translate
