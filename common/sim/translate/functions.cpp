#include "sim/translate/functions.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace cudasim::translate {
namespace {

const std::set<std::string_view> type_words = {"template",     "typename",
                                               "class",        "struct",
                                               "const",        "constexpr",
                                               "static",       "inline",
                                               "extern",       "unsigned",
                                               "signed",       "void",
                                               "bool",         "char",
                                               "short",        "int",
                                               "long",         "float",
                                               "double",       "auto",
                                               "volatile",     "friend",
                                               "virtual",      "mutable",
                                               "std",          "__restrict__",
                                               "restrict",     "size_t",
                                               "ptrdiff_t",    "int8_t",
                                               "int16_t",      "int32_t",
                                               "int64_t",      "uint8_t",
                                               "uint16_t",     "uint32_t",
                                               "uint64_t",     "uintptr_t",
                                               "intptr_t",     "FILE",
                                               "dim3",         "uchar",
                                               "ushort",       "uint",
                                               "ulong",        "string",
                                               "vector",       "__host__",
                                               "__device__",   "__global__",
                                               "__noinline__", "__forceinline__",
                                               "__inline__",   "__launch_bounds__",
                                               "cudaError_t",  "cudaStream_t",
                                               "cudaEvent_t"};

/// float4, uchar2, longlong1 and similar types.
bool is_vector_type(std::string_view word) {
  if (word.size() < 4 || word.back() < '1' || word.back() > '4') return false;
  word.remove_suffix(1);
  if (word == "float" || word == "double") return true;
  if (word.starts_with("u")) word.remove_prefix(1);
  return word == "char" || word == "short" || word == "int" || word == "long" || word == "longlong";
}

/// Words that come before brackets in a function's head and are not its name.
bool is_attribute(const Token& token) {
  static constexpr std::array<std::string_view, 13> words = {
      "__launch_bounds__", "__attribute__",  "__align__",   "alignas",        "decltype",
      "static_assert",     "__declspec",     "__maxnreg__", "__block_size__", "explicit",
      "__cluster_dims__",  "_Static_assert", "defined"};
  return is_keyword(token) || std::find(words.begin(), words.end(), token.text) != words.end();
}

std::size_t head_begin(const Run& run, std::size_t name) {
  std::size_t begin = name;
  while (begin > 0) {
    const Token& before = run.tokens[begin - 1];
    if (before.is(";") || before.is("}") || is_opening(before)) break;
    if (before.is(":") && begin > 1 && run.tokens[begin - 2].text.starts_with("p")) break;  // public:
    const Index open = is_closing(before) ? opening(run.tokens, begin - 1) : std::nullopt;
    begin = open ? *open : begin - 1;
  }
  return begin;
}

/// The parameters of `template <…>` are types in the head.
std::set<std::string_view> template_parameters(const Run& run, Range head) {
  std::set<std::string_view> names;
  for (std::size_t i = head.begin; i + 1 < head.end; ++i) {
    if (run.at(i, "typename") || run.at(i, "class"))
      names.insert(run.tokens[run.at(i + 1, "...") ? i + 2 : i + 1].text);
  }
  return names;
}

bool is_understood(const Run& run, Range head, const std::set<std::string_view>& own) {
  const auto parameters = template_parameters(run, head);
  for (std::size_t i = head.begin; i < head.end; ++i) {
    const Token& token = run.tokens[i];
    if (run.at(i, "<") && i > head.begin && run.at(i - 1, "template"))
      i = closing_angle(run.tokens, i).value_or(i);
    if (is_opening(token)) i = closing(run.tokens, i).value_or(i);
    if (!token.is_identifier() || (i > 1 && run.at(i - 1, "::") && run.at(i - 2, "std"))) continue;
    if (!is_type_word(token, own) && !parameters.contains(token.text)) return false;
  }
  return true;
}

Space space_of(const Run& run, Range head) {
  if (contains(run, head, "__global__")) return Space::global;
  if (!contains(run, head, "__device__")) return Space::host;
  return contains(run, head, "__host__") ? Space::both : Space::device;
}

/// The `{` of the body, or the `;`, after the parameters.
Index end_of_head(const Run& run, std::size_t close) {
  for (std::size_t i = close + 1; i < run.tokens.size(); ++i) {
    if (run.at(i, "{") || run.at(i, ";")) return i;
    if (run.at(i, "=") || run.at(i, ":") || run.at(i, ",") || is_closing(run.tokens[i])) return std::nullopt;
    if (is_opening(run.tokens[i])) i = closing(run.tokens, i).value_or(i);
  }
  return std::nullopt;
}

/// The function whose name is at `i`, if it is one.
std::optional<Function> function_at(const Run& run, std::size_t i, const std::set<std::string_view>& own) {
  const Token& name = run.tokens[i];
  if (i == 0 || !name.is_identifier() || is_attribute(name) || !run.at(i + 1, "(")) return std::nullopt;
  const Token& before = run.tokens[i - 1];
  const bool typed =
      before.is_identifier() || before.is("*") || before.is("&") || before.is(">") || before.is(")");
  const Index close = typed && !before.is("operator") ? closing(run.tokens, i + 1) : std::nullopt;
  const Index end = close ? end_of_head(run, *close) : std::nullopt;
  if (!end) return std::nullopt;
  const Range head{head_begin(run, i), i};
  // Of a kernel it can only be the default of a template's parameter.
  const bool is_value = contains(run, head, "=") && !contains(run, head, "__global__");
  if (is_value || contains(run, head, "using") || contains(run, head, "typedef")) return std::nullopt;
  const Index body_end = run.at(*end, "{") ? closing(run.tokens, *end) : std::nullopt;
  const Range body = body_end ? Range{*end + 1, *body_end} : Range{*end, *end};
  return Function{name.text,
                  i,
                  head,
                  {i + 2, *close},
                  body,
                  space_of(run, head),
                  run.scope(i) == Scope::type,
                  is_understood(run, head, own)};
}

}  // namespace

std::vector<Function> call_operators_of(const Run& run) {
  std::vector<Function> operators;
  const auto own = own_types(run);
  for (std::size_t i = 0; i + 3 < run.tokens.size(); ++i) {
    if (!run.at(i, "operator") || !run.at(i + 1, "(") || !run.at(i + 2, ")") || !run.at(i + 3, "(")) continue;
    const Index close = closing(run.tokens, i + 3);
    if (!close || run.scope(i) != Scope::type) continue;
    const Range head{head_begin(run, i), i};
    operators.push_back({"operator ()",
                         i,
                         head,
                         {i + 4, *close},
                         {i, i},
                         space_of(run, head),
                         true,
                         is_understood(run, head, own)});
  }
  return operators;
}

bool contains(const Run& run, Range range, std::string_view word) {
  for (std::size_t i = range.begin; i < range.end; ++i)
    if (run.at(i, word)) return true;
  return false;
}

bool is_type_word(const Token& token, const std::set<std::string_view>& own) {
  return type_words.contains(token.text) || is_vector_type(token.text) || own.contains(token.text);
}

std::set<std::string_view> template_types(const Run& run) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i + 2 < run.tokens.size(); ++i)
    if ((run.at(i, "class") || run.at(i, "typename")) &&
        (run.at(i + 2, ",") || run.at(i + 2, ">") || run.at(i + 2, "=")))
      names.insert(run.tokens[i + 1].text);
  return names;
}

std::set<std::string_view> own_types(const Run& run) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i + 1 < run.tokens.size(); ++i) {
    const bool named = run.at(i, "struct") || run.at(i, "class") || run.at(i, "union") || run.at(i, "enum");
    if (named && run.tokens[i + 1].is_identifier()) names.insert(run.tokens[i + 1].text);
    if (run.at(i, "using") && run.at(i + 2, "=")) names.insert(run.tokens[i + 1].text);
  }
  return names;
}

std::vector<Function> functions_of(const Run& run) {
  std::vector<Function> functions;
  const auto own = own_types(run);
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (run.scope(i) != Scope::file && run.scope(i) != Scope::type) continue;
    if (auto function = function_at(run, i, own)) functions.push_back(*function);
  }
  return functions;
}

}  // namespace cudasim::translate
