#include "sim/translate/file_names.hpp"

#include <algorithm>

namespace cudasim::translate {
namespace {

constexpr int longest_list = 256;

bool begins_body(const Run& run, std::size_t brace) {
  if (brace == 0 || run.at(brace - 1, "=") || run.at(brace - 1, "]")) return false;
  static const std::set<std::string_view> behind_function = {"const", "noexcept", "override", "final", ")"};
  return run.scope(brace + 1) != Scope::host_function || behind_function.contains(run.tokens[brace - 1].text);
}

bool same_kind(const Function& a, const Function& b) {
  return a.space == b.space && a.understood && b.understood && !a.is_member && !b.is_member;
}

}  // namespace

FileNames::FileNames(const Run& run) : run_(run), functions_(functions_of(run)), own_types_(own_types(run)) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i)
    if (run.tokens[i].is_identifier()) places_[run.tokens[i].text].push_back(i);
  read_variables();
}

/// Statements at the scope of the file, from one semicolon or brace to the next semicolon.
void FileNames::read_variables() {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < run_.tokens.size(); ++i) {
    if (run_.scope(i) != Scope::file) continue;
    if (run_.at(i, ";")) read_variable({begin, i});
    const bool into = run_.at(i, "{") && i + 1 < run_.tokens.size() && run_.scope(i + 1) == Scope::file;
    if (run_.at(i, ";") || into) begin = i + 1;
    const Index close = !into && is_opening(run_.tokens[i]) ? closing(run_.tokens, i) : std::nullopt;
    if (!close) continue;
    if (run_.at(i, "{") && begins_body(run_, i)) begin = *close + 1;
    i = *close;
  }
}

void FileNames::read_variable(Range statement) {
  std::string_view qualifier;
  bool is_const = false;
  std::size_t i = statement.begin;
  for (; i < statement.end; ++i) {
    const Token& token = run_.tokens[i];
    const bool last =
        run_.at(i + 1, "=") || run_.at(i + 1, ";") || run_.at(i + 1, "[") || run_.at(i + 1, "{");
    if (last && token.is_identifier()) break;
    if (token.is("__device__") || token.is("__constant__") || token.is("__managed__")) {
      qualifier = qualifier.empty() || token.is("__managed__") ? token.text : qualifier;
      continue;
    }
    if (token.is("const") || token.is("constexpr")) is_const = true;
    if (token.is("*")) is_const = false;
    if (!is_type_word(token, own_types_) && !token.is("*") && !token.is("::")) return;
  }
  if (i >= statement.end || i == statement.begin || is_type_word(run_.tokens[i], own_types_)) return;
  std::size_t equals = i + 1;
  while (run_.at(equals, "[")) equals = closing(run_.tokens, equals).value_or(statement.end) + 1;
  variables_.push_back(
      {i, qualifier, is_const, run_.at(i + 1, "["), {std::min(equals, statement.end), statement.end}});
}

/// `int a, name;`, not `f(a, name)`: a comma of a declaration. In a long list, assume that it is.
bool FileNames::behind_comma(std::size_t i) const {
  std::size_t begin = i;
  for (int steps = 0; begin > 0; ++steps) {
    if (steps == longest_list) return true;
    const Token& before = run_.tokens[begin - 1];
    if (before.is(";") || before.is("{") || before.is("}")) break;
    if (is_opening(before)) {
      const Token& first = run_.tokens[begin >= 2 ? begin - 2 : 0];
      if (before.is("(") && !first.is("for") && !first.is("]")) return false;
      if (!before.is("(")) return true;
      break;
    }
    const Index open = is_closing(before) ? opening(run_.tokens, begin - 1) : std::nullopt;
    begin = open ? *open : begin - 1;
  }
  const Token& first = run_.tokens[begin];
  const Token& second = run_.tokens[begin + 1];
  return first.is_identifier() &&
         (second.is_identifier() || second.is("*") || second.is("&") || second.is("<") || second.is("::"));
}

/// True if the token may declare what it names.
bool FileNames::declares_at(std::size_t i) const {
  if (i == 0 || run_.scope(i) == Scope::type) return true;
  std::size_t before = i - 1;
  const Token& token = run_.tokens[before];
  if (token.is(",")) return behind_comma(i);
  if (token.is(">")) return true;
  if (token.is("["))
    return before == 0 || run_.at(before - 1, "auto") ||
           !(run_.tokens[before - 1].is_identifier() || is_closing(run_.tokens[before - 1]));
  if (!token.is("*") && !token.is("&") && !token.is("&&")) return token.is_identifier() && !is_keyword(token);
  while (before > 0 && (run_.at(before, "*") || run_.at(before, "&") || run_.at(before, "&&"))) --before;
  const Token& type = run_.tokens[before];
  if (type.is(">") || is_type_word(type, own_types_)) return true;
  if (!type.is_identifier() || before == 0) return type.is("(") && run_.at(i + 1, ")");
  static const std::set<std::string_view> ahead = {
      ";", "{", "}", "const", "::", "(", ",", "unsigned", "static"};
  return ahead.contains(run_.tokens[before - 1].text) && !is_keyword(type);
}

/// True if every use of the name outside its declarations means the same thing.
bool FileNames::is_plain(std::string_view name) const {
  if (run_.outside.names.contains(name)) return false;
  const auto places = places_.find(name);
  if (places == places_.end()) return true;
  return std::none_of(places->second.begin(), places->second.end(), [&](std::size_t i) {
    const bool of_function =
        std::any_of(functions_.begin(), functions_.end(), [&](auto& f) { return f.name_at == i; });
    const bool of_variable =
        std::any_of(variables_.begin(), variables_.end(), [&](auto& v) { return v.name_at == i; });
    const bool imported = i > 2 && run_.at(i - 1, "::") && run_.tokens[i - 2].is_identifier();
    const bool member = i > 0 && (run_.at(i - 1, ".") || run_.at(i - 1, "->"));
    return !of_function && !of_variable && !member &&
           (imported ? contains(run_, {i - 3, i}, "using") : declares_at(i));
  });
}

const Function* FileNames::function(std::string_view name) const {
  const auto [entry, fresh] = known_functions_.try_emplace(std::string(name), nullptr);
  if (fresh) entry->second = find_function(name);
  return entry->second;
}

const Variable* FileNames::variable(std::string_view name, const Function& function) const {
  const auto [entry, fresh] = known_variables_.try_emplace({std::string(name), function.name_at}, nullptr);
  if (fresh) entry->second = find_variable(name, function);
  return entry->second;
}

const Function* FileNames::find_function(std::string_view name) const {
  const Function* found = nullptr;
  for (const Function& function : functions_) {
    if (function.name != name) continue;
    if (found != nullptr && !same_kind(*found, function)) return nullptr;
    found = &function;
  }
  const bool known = found != nullptr && found->understood && !found->is_member && is_plain(name);
  const bool variable = std::any_of(variables_.begin(), variables_.end(),
                                    [&](const Variable& v) { return run_.tokens[v.name_at].is(name); });
  return known && !variable ? found : nullptr;
}

const Variable* FileNames::find_variable(std::string_view name, const Function& function) const {
  if (function.is_member || contains(run_, function.head, name) || contains(run_, function.parameters, name))
    return nullptr;
  const auto is_named = [&](const Variable& variable) { return run_.tokens[variable.name_at].is(name); };
  const auto found = std::find_if(variables_.begin(), variables_.end(), is_named);
  if (found == variables_.end() || std::count_if(variables_.begin(), variables_.end(), is_named) > 1)
    return nullptr;
  if (run_.outside.names.contains(name)) return nullptr;
  for (const std::size_t i : places_.at(name)) {
    const bool here = i >= function.body.begin && i < function.body.end;
    const bool member = i > 0 && (run_.at(i - 1, ".") || run_.at(i - 1, "->") || run_.at(i - 1, "::"));
    if (here && !member && declares_at(i)) return nullptr;
  }
  return &*found;
}

bool FileNames::declares(std::string_view name) const {
  const auto has_name = [&](const Function& function) { return function.name == name; };
  return !is_plain(name) || std::any_of(functions_.begin(), functions_.end(), has_name);
}

}  // namespace cudasim::translate
