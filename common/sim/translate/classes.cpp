#include "sim/translate/classes.hpp"

#include <algorithm>
#include <set>

namespace cudasim::translate {
namespace {

MemberSide side(const Run& run, const Function& function) {
  const bool certain = function.understood && !contains(run, function.head, "constexpr") &&
                       !contains(run, function.head, "consteval");
  if (!certain || function.space == Space::both) return MemberSide::unknown;
  return function.space == Space::host ? MemberSide::host : MemberSide::device;
}

/// The text before a constructor's name: from the brace, semicolon or colon before it.
std::size_t constructor_head(const Run& run, std::size_t name) {
  std::size_t begin = name;
  while (begin > 0 && !run.at(begin - 1, ";") && !run.at(begin - 1, "{") && !run.at(begin - 1, "}") &&
         !run.at(begin - 1, ":"))
    --begin;
  return begin;
}

}  // namespace

Classes::Classes(const Run& run) : run_(run) {
  for (std::size_t i = 0; i + 2 < run.tokens.size(); ++i) read_class(i);
  for (const Function& function : functions_of(run))
    if (function.is_member && !translate::contains(run, function.head, "friend")) add(function);
  for (const Function& function : call_operators_of(run)) add(function);
  for (auto& [name, of] : classes_) read_constructors(name, of);
}

/// `struct Name … {`. A name that is declared twice, has specializations, or is also in a header, is left out.
void Classes::read_class(std::size_t i) {
  if (!run_.at(i, "struct") && !run_.at(i, "class")) return;
  const Token& name = run_.tokens[i + 1];
  const bool parameter = i > 0 && (run_.at(i - 1, "<") || run_.at(i - 1, ",") || run_.at(i - 1, "enum"));
  if (parameter || !name.is_identifier()) return;
  std::size_t open = i + 2;
  while (open < run_.tokens.size() && !run_.at(open, "{") && !run_.at(open, ";") && !run_.at(open, ")") &&
         !run_.at(open, "("))
    ++open;
  const Index close = run_.at(open, "{") ? closing(run_.tokens, open) : std::nullopt;
  if (!close) return;
  const bool special = run_.at(i + 2, "<") || run_.outside.names.contains(name.text);
  const auto [known, fresh] = classes_.try_emplace(name.text, Class{{open + 1, *close}, {}, {}, false});
  if (!fresh || special) known->second.body = {0, 0};
}

Classes::Class* Classes::innermost(std::size_t i) {
  Class* found = nullptr;
  for (auto& each : classes_) {
    const Range body = each.second.body;
    if (i < body.begin || i >= body.end) continue;
    if (found == nullptr || body.begin > found->body.begin) found = &each.second;
  }
  return found;
}

void Classes::add(const Function& function) {
  Class* of = innermost(function.name_at);
  if (of == nullptr) return;
  const auto [known, fresh] = of->members.try_emplace(function.name, side(run_, function));
  if (!fresh && known->second != side(run_, function)) known->second = MemberSide::unknown;
}

void Classes::read_constructors(std::string_view name, Class& of) const {
  static const std::set<std::string_view> plain = {"explicit", "inline", "public", "private", "protected"};
  for (std::size_t i = of.body.begin; i < of.body.end; ++i) {
    if (!run_.at(i, name) || !run_.at(i + 1, "(") || run_.scope(i) != Scope::type || run_.at(i - 1, "~"))
      continue;
    const Index close = closing(run_.tokens, i + 1);
    if (!close) continue;
    bool certain = !run_.at(*close + 1, "=");
    for (std::size_t k = constructor_head(run_, i); k < i; ++k)
      certain = certain && plain.contains(run_.tokens[k].text);
    for (std::size_t k = i + 2; k < *close; ++k) certain = certain && !run_.at(k, "=") && !run_.at(k, "...");
    if (certain)
      of.host_constructors.push_back(items(run_.tokens, i + 1, *close).size());
    else
      of.has_other_constructors = true;
  }
}

bool Classes::is_defined_elsewhere(std::string_view of, std::string_view member) const {
  for (std::size_t i = 2; i < run_.tokens.size(); ++i)
    if (run_.at(i - 2, of) && run_.at(i - 1, "::") && run_.at(i, member) && run_.scope(i) == Scope::file)
      return true;
  return false;
}

MemberSide Classes::side_of(std::string_view of, std::string_view member) const {
  const auto found = classes_.find(of);
  if (found == classes_.end() || found->second.body.empty()) return MemberSide::unknown;
  const auto known = found->second.members.find(member);
  if (known == found->second.members.end() || is_defined_elsewhere(of, member)) return MemberSide::unknown;
  return known->second;
}

bool Classes::is_built_by_host(std::string_view of, std::size_t count) const {
  const auto found = classes_.find(of);
  if (found == classes_.end() || found->second.body.empty() || found->second.has_other_constructors)
    return false;
  const auto& counts = found->second.host_constructors;
  return std::find(counts.begin(), counts.end(), count) != counts.end();
}

std::string_view Classes::type_word(const Function& function, std::string_view variable) const {
  static const std::set<std::string_view> no_types = {"return", "else",   "case", "throw",
                                                      "new",    "delete", "goto"};
  std::string_view type;
  for (const Range range : {function.parameters, function.body})
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (!run_.at(i, variable) || i == 0) continue;
      std::size_t before = i - 1;
      while (before > 0 && (run_.at(before, "&") || run_.at(before, "*") || run_.at(before, "&&") ||
                            run_.at(before, "const")))
        --before;
      const Token& word = run_.tokens[before];
      const bool behind_value =
          before + 1 < i && before > 0 && !run_.at(i - 1, "const") &&
          (run_.at(before - 1, "=") || run_.at(before - 1, "return"));  // `= a * variable`
      if (behind_value || no_types.contains(word.text)) continue;
      if (!word.is_identifier() && !word.is(">") && !word.is("]")) continue;
      if (!type.empty() && type != word.text) return {};
      type = word.text;
    }
  return type;
}

std::string_view Classes::class_of(const Function& function, std::string_view variable) const {
  const std::string_view word = type_word(function, variable);
  return contains(word) ? word : std::string_view();
}

}  // namespace cudasim::translate
