// Gives device variables internal linkage, as nvcc does without -rdc=true: two files may define the same name, and a variable
// does not replace a function of the C library that has its name (`__device__ int stat;`).
//
//   __device__ int hits;  ->  CUDASIM_INTERNAL __device__ int hits;
//
// A variable that is also declared extern, or whose declaration is not understood, stays as it is.
//
// Also finds out whether a program has such variables at all: the runtime does not know where they are, so it cannot see that a launch
// repeats another one.
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

bool is_shared(const Run& run, Range declaration) {
  for (std::size_t i = declaration.begin; i < declaration.end; ++i)
    if (run.at(i, "__shared__")) return true;
  return false;
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

/// Whether what follows the keyword declares a variable that kernels can change. In doubt it does.
bool declares_variable(const Run& run, std::size_t keyword) {
  static constexpr std::array<std::string_view, 4> ends = {";", "=", "{", "["};
  for (std::size_t i = keyword + 1; i < run.tokens.size() && !is_one_of(run.tokens[i], ends); ++i) {
    if (run.at(i, "constexpr") || run.at(i, "__shared__") || run.at(i, "operator")) return false;
    if (run.at(i, "<")) i = closing_angle(run.tokens, i).value_or(i);
    if (!run.at(i, "(")) continue;
    if (!opens_attribute(run.tokens[i - 1])) return run.at(i + 1, "*");
    i = closing(run.tokens, i).value_or(i);
  }
  return run.scopes != nullptr;
}

}  // namespace

bool has_device_variables(const Run& run) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const Scope scope = run.scope(i);
    const bool in_kernel = scope == Scope::device_function || scope == Scope::both_function;
    const bool may_be = run.at(i, "__device__") || run.at(i, "__managed__") ||
                        (in_kernel && run.at(i, "static") && !(i > 0 && run.at(i - 1, "__shared__")));
    if (may_be && declares_variable(run, i)) return true;
  }
  return false;
}

bool names_device_variables(Tokens body) {
  static constexpr std::array<std::string_view, 5> of_functions = {"__host__", "inline", "__inline__",
                                                                   "__forceinline__", "("};
  const auto is = [&](auto test) { return std::any_of(body.begin(), body.end(), test); };
  return is([](const Token& each) { return each.is("__device__") || each.is("__managed__"); }) &&
         !is([](const Token& each) { return is_one_of(each, of_functions); });
}

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
    if (!is_shared(run, *declaration) && is_understood(run, {declaration->begin, i}) &&
        !has_other_declaration(run, declaration->end))
      run.edits.insert(run.tokens[i].offset, "CUDASIM_INTERNAL ");
    i = declaration->end;
  }
}

}  // namespace cudasim::translate
