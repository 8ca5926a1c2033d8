#include "sim/translate/conditional_group.hpp"

#include <algorithm>
#include <array>

#include "sim/translate/condition.hpp"

namespace cudasim::translate {
namespace {

bool is_one_of_words(const Token& token, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), token.text) != words.end();
}

bool has_word(Tokens tokens, std::string_view word) {
  return std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) { return token.is(word); });
}

bool is_balanced(Tokens tokens) {
  int depth = 0;
  for (const Token& token : tokens) {
    depth += is_opening(token) - is_closing(token);
    if (depth < 0) return false;
  }
  return depth == 0;
}

/// The end of the statement or declaration that starts at `begin`: after its `;`, or after a `}`.
std::size_t end_of_item(Tokens code, Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const bool is_body = code[i].is("{");
    if (is_opening(code[i])) i = closing(code, i).value_or(i);
    const bool goes_on = i + 1 < range.end && is_one_of_words(code[i + 1], {";", "else", "while", ",", ")"});
    if (code[i].is(";") || (is_body && !goes_on)) return i + 1;
  }
  return range.end;
}

/// Words that no declaration begins with.
bool begins_other_statement(const Token& token) {
  return !token.is_identifier() ||
         is_one_of_words(token, {"return", "throw",  "delete", "goto", "break",   "continue", "if",  "for",
                                 "while",  "switch", "do",     "else", "asm",     "__asm__",  "new", "sizeof",
                                 "this",   "true",   "false",  "case", "default", "nullptr"});
}

/// The names that the statement declares, if it is a declaration.
std::vector<std::string_view> declared_names(Tokens statement) {
  std::vector<std::string_view> names;
  if (statement.empty() || begins_other_statement(statement.front())) return names;
  bool in_value = false;
  for (std::size_t i = 1; i + 1 < statement.size(); ++i) {
    const Token &before = statement[i - 1], &behind = statement[i + 1];
    if (in_value && statement[i].is(",")) in_value = false;
    const bool declares =
        !in_value && statement[i].is_identifier() &&
        (before.is_identifier() || is_one_of_words(before, {"*", "&", ">", ","})) &&
        (is_one_of_words(behind, {"=", ";", "[", "{", "(", ","}) || statement.front().is("struct"));
    if (declares) names.push_back(statement[i].text);
    if (statement[i].is("=")) in_value = true;
    if (is_opening(statement[i])) i = closing(statement, i).value_or(i);
  }
  return names;
}

/// The end of the block that contains the token.
std::size_t end_of_block(Tokens code, std::size_t i) {
  for (int depth = 0; i < code.size(); ++i) {
    depth += is_opening(code[i]) - is_closing(code[i]);
    if (depth < 0) return i;
  }
  return i;
}

}  // namespace

bool ConditionalGroup::asks_for_architecture() const {
  return std::any_of(branches.begin(), branches.end(), [](const Branch& branch) {
    return has_word(branch.directive->tokens, "__CUDA_ARCH__");
  });
}

std::set<std::size_t> ConditionalGroup::possible(long long architecture) const {
  std::set<std::size_t> result;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const auto value = branch_value(branches[i].directive->tokens, architecture);
    if (value.value_or(1) != 0) result.insert(i);
    if (value.value_or(0) != 0) return result;
  }
  result.insert(branches.size());
  return result;
}

std::vector<ConditionalGroup> conditional_groups(const Source& everything) {
  std::vector<ConditionalGroup> groups;
  std::vector<std::size_t> open;
  for (const Directive& directive : everything.directives) {
    const std::string_view name = directive.tokens.front().text;
    const bool ends = name == "endif", begins = name.starts_with("if"),
               belongs = ends || name.starts_with("el");
    if ((ends || belongs) && open.empty()) continue;
    for (std::size_t i = 0; i + (belongs ? 1 : 0) < open.size(); ++i)
      groups[open[i]].branches.back().directives.push_back(&directive);
    if (belongs) groups[open.back()].branches.back().code.end = directive.code_index;
    if (begins) {
      open.push_back(groups.size());
      groups.emplace_back();
    }
    if (begins || (belongs && !ends))
      groups[open.back()].branches.push_back({&directive, {directive.code_index, directive.code_index}, {}});
    if (!ends) continue;
    groups[open.back()].end = &directive;
    open.pop_back();
  }
  std::erase_if(groups, [](const ConditionalGroup& group) { return group.end == nullptr; });
  return groups;
}

std::set<std::string_view> macros_of(const Branch& branch) {
  std::set<std::string_view> names;
  for (const Directive* directive : branch.directives) {
    if ((directive->is("define") || directive->is("undef")) && directive->tokens.size() > 1)
      names.insert(directive->tokens[1].text);
  }
  return names;
}

Content content_of(Tokens code, const Branch& branch) {
  const bool has_directive =
      std::any_of(branch.directives.begin(), branch.directives.end(), [](const Directive* directive) {
        return directive->is("include") || directive->is("pragma") || directive->is("error");
      });
  if (has_directive) return Content::other;
  Content content = Content::nothing;
  for (std::size_t i = branch.code.begin; i < branch.code.end;) {
    const std::size_t end = end_of_item(code, {i, branch.code.end});
    const Tokens item = code.subspan(i, end - i);
    const auto body =
        std::find_if(item.begin(), item.end(), [](const Token& token) { return token.is("{"); });
    const Tokens head = item.first(static_cast<std::size_t>(body - item.begin()));
    const bool on_device =
        has_word(head, "__device__") || has_word(head, "__global__") || has_word(head, "__constant__");
    if (!on_device || has_word(head, "__host__")) return Content::other;
    content = Content::device;
    i = end;
  }
  return content;
}

std::set<std::string_view> constants_of(Tokens code, const Branch& branch) {
  std::set<std::string_view> names;
  for (std::size_t i = branch.code.begin; i < branch.code.end;) {
    const std::size_t begin = i;
    std::size_t value = branch.code.end;  // the `=`
    for (; i < branch.code.end && !is_one_of_words(code[i], {";", ","}); ++i) {
      if (code[i].is("=")) value = std::min(value, i);
      if (is_opening(code[i])) {
        if (value == branch.code.end) return {};
        i = closing(code, i).value_or(i);
      }
    }
    const bool is_constant = is_one_of_words(code[begin], {"const", "constexpr", "static"});
    if (value == branch.code.end || value == begin || !code[value - 1].is_identifier() ||
        (!is_constant && value != begin + 1))
      return {};
    names.insert(code[value - 1].text);
    ++i;
  }
  return branch.directives.empty() ? names : std::set<std::string_view>();
}

bool has_assembly(Tokens code, const Branch& branch) {
  for (std::size_t i = branch.code.begin; i < branch.code.end; ++i)
    if (is_one_of_words(code[i], {"asm", "__asm__", "__asm"})) return true;
  return false;
}

std::string no_statements(Tokens code, const Branch& branch, std::size_t behind) {
  const Tokens tokens = code.subspan(branch.code.begin, branch.code.end - branch.code.begin);
  if (!macros_of(branch).empty()) return "a macro is defined in one of its branches";
  if (tokens.empty()) return {};
  if (!is_balanced(tokens) || !is_one_of_words(tokens.back(), {";", "}"}))
    return "its branches are not whole statements";
  const Tokens rest = code.subspan(behind, end_of_block(code, behind) - behind);
  for (std::size_t i = branch.code.begin; i < branch.code.end;) {
    const std::size_t end = end_of_item(code, {i, branch.code.end});
    const bool is_label = is_one_of_words(code[i], {"case", "default"}) ||
                          (code[i].is_identifier() && i + 1 < end && code[i + 1].is(":"));
    if (is_label) return "one of its branches contains a label";
    for (std::string_view name : declared_names(code.subspan(i, end - i)))
      if (has_word(rest, name))
        return "'" + std::string(name) + "' is declared in it and used after it: declare it before";
    i = end;
  }
  return {};
}

}  // namespace cudasim::translate
