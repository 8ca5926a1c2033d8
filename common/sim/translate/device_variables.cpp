// Gives device variables internal linkage, as nvcc does without -rdc=true: two files may define the same name, and a variable
// does not replace a function of the C library that has its name (`__device__ int stat;`).
//
//   __device__ int hits;  ->  CUDASIM_INTERNAL __device__ int hits;
//
// A variable that is also declared extern, or whose declaration is not understood, stays as it is.
#include <algorithm>
#include <array>

#include "sim/translate/functions.hpp"

namespace cudasim::translate {
namespace {

template <std::size_t count>
bool is_one_of(const Token& token, const std::array<std::string_view, count>& words) {
  return std::find(words.begin(), words.end(), token.text) != words.end();
}

bool names_device_memory(const Token& token) {
  static constexpr std::array<std::string_view, 3> words = {"__device__", "__constant__", "__managed__"};
  return is_one_of(token, words);
}

/// Brackets that belong to a type or an attribute, not to a function.
bool opens_attribute(const Token& before) {
  static constexpr std::array<std::string_view, 5> words = {"__align__", "__attribute__", "__builtin_align__",
                                                            "alignas", "decltype"};
  return is_one_of(before, words);
}

/// From the statement's first token to the end of its first declarator's name, if it declares a variable that may be static.
std::optional<Range> declaration_around(const Run& run, std::size_t keyword) {
  static constexpr std::array<std::string_view, 5> ends = {";", "=", "{", "[", ","};
  static constexpr std::array<std::string_view, 10> others = {"extern", "static",   "const",    "constexpr",
                                                              "inline", "template", "operator", "typedef",
                                                              "using",  "friend"};
  std::size_t begin = keyword;
  while (begin > 0 && !run.at(begin - 1, ";") && !run.at(begin - 1, "{") && !run.at(begin - 1, "}")) --begin;
  bool pointed_to = false;  // `const int* p` is still a variable
  for (std::size_t i = keyword; i < run.tokens.size() && !is_one_of(run.tokens[i], ends); ++i)
    pointed_to |= run.at(i, "*");
  for (std::size_t i = begin; i < run.tokens.size(); ++i) {
    const Token& token = run.tokens[i];
    if (i > keyword && is_one_of(token, ends)) return Range{begin, i};
    if (is_one_of(token, others) && !(token.is("const") && pointed_to)) return std::nullopt;
    const bool of_type = i > 0 && (opens_attribute(run.tokens[i - 1]) || run.at(i - 1, ")"));
    if (token.is("(") && !of_type && !run.at(i + 1, "*")) return std::nullopt;
    if (token.is("<")) i = closing_angle(run.tokens, i).value_or(i);
    if (is_opening(token)) i = closing(run.tokens, i).value_or(i);
  }
  return std::nullopt;
}

/// No unknown word may come before the keyword: a macro may expand to extern.
bool is_understood(const Run& run, Range before) {
  static constexpr std::array<std::string_view, 3> pointing = {"*", "&", "const"};
  for (std::size_t i = before.begin; i < before.end; ++i) {
    const Token& token = run.tokens[i];
    if (is_one_of(token, pointing)) return false;
    const bool known = !token.is_identifier() || names_device_memory(token) || opens_attribute(token) ||
                       is_type_word(token, {}) || token.is("__align__");
    if (!known) return false;
    if (is_opening(token)) i = closing(run.tokens, i).value_or(i);
  }
  return true;
}

/// Whether a variable of the declaration is also declared extern, or is a member that is defined outside of its class.
bool has_other_declaration(const Run& run, std::size_t end_of_first) {
  if (end_of_first > 1 && run.at(end_of_first - 2, "::")) return true;
  for (std::size_t i = end_of_first - 1; i < run.tokens.size() && !run.at(i, ";"); ++i) {
    if (run.outside.external_names.contains(run.tokens[i].text)) return true;
    if (is_opening(run.tokens[i])) i = closing(run.tokens, i).value_or(i);
  }
  return false;
}

}  // namespace

std::set<std::string, std::less<>> external_names(Tokens code) {
  std::set<std::string, std::less<>> names;
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    if (!code[i].is("extern")) continue;
    for (++i; i < code.size() && !code[i].is(";") && !code[i].is("{"); ++i)
      if (code[i].is_identifier()) names.emplace(code[i].text);
  }
  return names;
}

void keep_variables_in_file(const Run& run) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (!names_device_memory(run.tokens[i]) || run.scope(i) != Scope::file) continue;
    const auto declaration = declaration_around(run, i);
    if (!declaration) continue;
    if (is_understood(run, {declaration->begin, i}) && !has_other_declaration(run, declaration->end))
      run.edits.insert(run.tokens[i].offset, "CUDASIM_INTERNAL ");
    i = declaration->end;
  }
}

}  // namespace cudasim::translate
