// Gives undefined operations of C++ the results of a GPU: shifts by at least the width of the type, and floating-point numbers that do
// not fit the integer type. cudasim/gpu_values.hpp has the functions. Implicit conversions are left to the compiler. Operations that a GPU
// would not change stay as they are: conversions of integers to integers, and shifts by a number below 32 (below 64 if the left side is not
// known to have 32 bits).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "sim/translate/functions.hpp"

namespace cudasim::translate {
namespace {

constexpr const char* values_header = "cudasim/gpu_values.hpp";

template <std::size_t N>
bool is_word(const Run& run, std::size_t i, const std::array<std::string_view, N>& words) {
  return i < run.tokens.size() && std::find(words.begin(), words.end(), run.tokens[i].text) != words.end();
}

bool is_qualifier(const Run& run, std::size_t i) {
  static constexpr std::array<std::string_view, 9> words = {"const",      "constexpr", "static",
                                                            "volatile",   "register",  "__restrict__",
                                                            "__restrict", "restrict",  "__shared__"};
  return is_word(run, i, words);
}

bool is_integer_word(const Run& run, std::size_t i) {
  static constexpr std::array<std::string_view, 6> words = {"unsigned", "signed", "int",
                                                            "short",    "long",   "char"};
  return is_word(run, i, words);
}

bool is_integer_name(const Run& run, std::size_t i) {
  static constexpr std::array<std::string_view, 14> words = {
      "size_t",   "int8_t",   "int16_t", "int32_t", "int64_t", "uint8_t",   "uint16_t",
      "uint32_t", "uint64_t", "uint",    "uchar",   "ushort",  "ptrdiff_t", "ulong"};
  return is_word(run, i, words);
}

/// An integer type that is spelled out at a token, without qualifiers.
struct IntegerType {
  std::string text;
  std::size_t end = 0;  ///< The token after it; 0 if there is none.
};

IntegerType integer_type(const Run& run, std::size_t i) {
  IntegerType type;
  while (is_qualifier(run, i)) ++i;
  if (run.at(i, "std") && run.at(i + 1, "::") && is_integer_name(run, i + 2))
    return {"std::" + std::string(run.tokens[i + 2].text), i + 3};
  if (is_integer_name(run, i)) return {std::string(run.tokens[i].text), i + 1};
  for (; is_integer_word(run, i) || is_qualifier(run, i); ++i) {
    if (is_qualifier(run, i)) continue;
    type.text += (type.text.empty() ? "" : " ") + std::string(run.tokens[i].text);
  }
  if (type.text.empty() || run.at(i, "double")) return {};
  type.end = i;
  return type;
}

/// The declarations of a name, wherever the text declares it.
struct DeclaredAs {
  std::string type;  ///< Empty: not always the same, or not an integer.
  int depth = 0;     ///< Of pointers and arrays.
};
struct DeclaredNames {
  std::map<std::string_view, DeclaredAs> variables;
  std::map<std::string_view, DeclaredAs> functions;  ///< and variables with `(…)` behind
};

void note_name(std::map<std::string_view, DeclaredAs>& names, std::string_view name,
               const DeclaredAs& found) {
  const auto [at, is_new] = names.try_emplace(name, found);
  if (!is_new && (at->second.type != found.type || at->second.depth != found.depth)) at->second.type.clear();
}

/// Reads `* const name [`, after the type. Returns the token of the name, if there is one.
Index note_declarator(const Run& run, std::size_t i, const std::string& type, DeclaredNames& names) {
  static constexpr std::array<std::string_view, 9> behind = {"=", ";", ",", ")", "[", "{", ":", ">", "("};
  DeclaredAs found{type, 0};
  for (; run.at(i, "*") || run.at(i, "&") || is_qualifier(run, i); ++i)
    if (run.at(i, "*")) ++found.depth;
  if (i >= run.tokens.size() || !run.tokens[i].is_identifier() || is_keyword(run.tokens[i]))
    return std::nullopt;
  if (!is_word(run, i + 1, behind)) return std::nullopt;
  for (std::size_t k = i + 1; run.at(k, "["); ++found.depth) {
    const Index close = closing(run.tokens, k);
    if (!close) break;
    k = *close + 1;
  }
  note_name(run.at(i + 1, "(") ? names.functions : names.variables, run.tokens[i].text, found);
  return i;
}

/// The comma or semicolon after a declarator, in the same brackets.
std::size_t declarator_end(const Run& run, std::size_t i) {
  while (i < run.tokens.size() && !run.at(i, ",") && !run.at(i, ";") && !is_closing(run.tokens[i]))
    i = is_opening(run.tokens[i]) ? closing(run.tokens, i).value_or(i) + 1 : i + 1;
  return i;
}

bool starts_statement(const Run& run, std::size_t i) {
  static constexpr std::array<std::string_view, 7> words = {";", "{", "}", ")", "else", "do", ":"};
  return i == 0 || is_word(run, i - 1, words) || (i >= 2 && run.at(i - 1, "(") && run.at(i - 2, "for"));
}

/// Reads all declarations, so that names declared with several types are recognized.
DeclaredNames find_declared_names(const Run& run) {
  DeclaredNames names;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const bool continues =
        i > 0 && (is_integer_word(run, i - 1) || is_qualifier(run, i - 1) || run.at(i - 1, "::"));
    const IntegerType type = continues ? IntegerType() : integer_type(run, i);
    if (type.end > 0) {
      Index name = note_declarator(run, type.end, type.text, names);
      while (name && starts_statement(run, i)) {
        const std::size_t end = declarator_end(run, *name + 1);
        name = run.at(end, ",") ? note_declarator(run, end + 1, type.text, names) : std::nullopt;
      }
      i = type.end - 1;
    } else if (run.tokens[i].is_identifier() && !is_keyword(run.tokens[i]) && !is_qualifier(run, i)) {
      note_declarator(run, i + 1, "", names);
    }
  }
  return names;
}

/// Names of template parameters and aliases, which may be integer types: only the compiler knows.
std::set<std::string_view> names_of_types(const Run& run) {
  std::set<std::string_view> names = template_types(run);
  for (std::size_t i = 0; i + 3 < run.tokens.size(); ++i) {
    if (run.at(i, "using") && run.at(i + 2, "=") && integer_type(run, i + 3).end > 0)
      names.insert(run.tokens[i + 1].text);
    const IntegerType type = run.at(i, "typedef") ? integer_type(run, i + 1) : IntegerType();
    if (type.end > 0 && run.at(type.end + 1, ";")) names.insert(run.tokens[type.end].text);
  }
  return names;
}

class Rewriter {
 public:
  explicit Rewriter(const Run& run)
      : run_(run), names_(find_declared_names(run)), types_(names_of_types(run)) {}

  void rewrite(std::size_t i) {
    if (run_.at(i, "<<") || run_.at(i, "<<=")) shift(i, i + 1, run_.at(i, "<<="));
    if (run_.at(i, ">") && is_double(i)) shift(i, i + 2, run_.at(i + 1, ">="));
    if (run_.at(i, "(")) cast(i);
    if (run_.at(i, "static_cast") && run_.at(i + 1, "<")) named_cast(i);
    if (run_.at(i + 1, "(")) cast_like_a_call(i);
    if (run_.scopes == nullptr) return;
    declaration(i);
    assignment(i);
    assignment_to_member(i);
  }

 private:
  bool touch(std::size_t i) const {
    return i + 1 < run_.tokens.size() && run_.tokens[i].end() == run_.tokens[i + 1].offset;
  }

  /// `>>` or `>>=` that does not close template lists.
  bool is_double(std::size_t i) const {
    if (run_.at(i + 1, ">=") && touch(i)) return true;
    if (!run_.at(i + 1, ">") || !touch(i) || (i > 0 && run_.at(i - 1, ">")) || run_.at(i + 2, ">"))
      return false;
    const Index open = opening_angle(run_.tokens, i + 1);
    return !open || closing_angle(run_.tokens, *open) != Index(i + 1);
  }

  void insert(std::size_t before, const std::string& text) {
    run_.edits.insert(run_.tokens[before].offset, text);
    run_.edits.include(values_header);
  }

  void shift(std::size_t i, std::size_t count, bool assigns) {
    static constexpr std::array<std::string_view, 5> goes_on = {"+", "-", "*", "/", "%"};
    if (i == 0 || run_.at(i - 1, "operator") || count >= run_.tokens.size() || run_.at(count, "{")) return;
    const Token& first = run_.tokens[count];
    if (first.kind == TokenKind::string || first.is("std") || first.is("endl")) return;
    const unsigned long number = std::strtoul(first.text.data(), nullptr, 0);
    const bool in_range =
        first.kind == TokenKind::number && (number < 32 || (number < 64 && !is_narrow_before(i)));
    if (in_range && !is_word(run_, count + 1, goes_on)) return;
    if (!assigns) return insert(count, "::cudasim::shift_by->*");
    const Index object = object_begin(run_.tokens, i);
    const bool is_member = i >= 2 && (run_.at(i - 2, ".") || run_.at(i - 2, "->"));  // may be a bit-field
    if (!is_member && !run_.at(i - 1, ")"))
      insert(count, "::cudasim::shift_by = ");
    else if (is_member && object && starts_statement(run_, *object) &&
             run_.at(declarator_end(run_, count), ";"))
      shift_member(*object, i, count);
  }

  /// `s.bits <<= n;` becomes `s.bits = s.bits << …(n);`: there is no reference to a bit-field.
  void shift_member(std::size_t object, std::size_t shift, std::size_t count) {
    const std::string way(1, run_.tokens[shift].text.front());
    run_.edits.replace(run_.tokens[shift].offset, run_.tokens[count - 1].end(),
                       "= " + run_.joined({object, shift}) + " " + way + way + " ::cudasim::shift_by->*(");
    insert(declarator_end(run_, count), ")");
  }

  /// Whether [begin, end) is certainly an integer.
  bool is_integral(std::size_t begin, std::size_t end) const {
    if (has_bit_operator(begin, end)) return true;
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = run_.tokens[i];
      if (token.kind == TokenKind::number && token.text.find('.') != std::string_view::npos) return false;
      const IntegerType type = integer_type(run_, i);
      if (type.end > 0) {
        i = type.end - 1;
      } else if (token.is_identifier() && !is_builtin(i)) {
        if (integer_named(i) == nullptr) return false;
      }
    }
    return true;
  }

  /// An operator of integers that is applied last.
  bool has_bit_operator(std::size_t begin, std::size_t end) const {
    static constexpr std::array<std::string_view, 3> others = {"?", ",", "="};
    bool found = false;
    for (std::size_t i = begin; i < end; ++i) {
      if (is_word(run_, i, others)) return false;
      const bool is_binary =
          i > begin && (run_.tokens[i - 1].is_identifier() || is_closing(run_.tokens[i - 1]) ||
                        run_.tokens[i - 1].kind == TokenKind::number);
      found = found || run_.at(i, "<<") || run_.at(i, "|") || run_.at(i, "^") ||
              (run_.at(i, "&") && is_binary) || (run_.at(i, ">") && is_double(i));
      if (is_opening(run_.tokens[i])) i = closing(run_.tokens, i).value_or(i);
    }
    return found;
  }

  /// threadIdx and the like, and their members.
  bool is_builtin(std::size_t i) const {
    static constexpr std::array<std::string_view, 6> words = {"threadIdx", "blockIdx", "blockDim",
                                                              "gridDim",   "warpSize", "sizeof"};
    return is_word(run_, i, words) || (i >= 2 && run_.at(i - 1, ".") && is_word(run_, i - 2, words));
  }

  /// The type of the variable, element or result that is named at a token, if it is known and an integer.
  const std::string* integer_named(std::size_t i) const {
    const auto& names = run_.at(i + 1, "(") ? names_.functions : names_.variables;
    const auto known = names.find(run_.tokens[i].text);
    if (known == names.end() || known->second.type.empty()) return nullptr;
    return known->second.depth > (run_.at(i + 1, "[") ? 1 : 0) ? nullptr : &known->second.type;
  }

  /// Whether the operand before a shift has 32 bits for certain.
  bool is_narrow_before(std::size_t shift) const {
    std::size_t begin = shift - 1;
    if (is_closing(run_.tokens[begin])) begin = opening(run_.tokens, begin).value_or(begin);
    if (begin > 0 && begin < shift - 1 && run_.tokens[begin - 1].is_identifier()) --begin;
    for (std::size_t i = begin; i < shift; ++i) {
      const Token& token = run_.tokens[i];
      if (token.kind == TokenKind::number && token.text.find_first_of("lL") != std::string_view::npos)
        return false;
      if (!token.is_identifier() || is_builtin(i)) continue;
      const std::string* type = integer_named(i);
      if (type == nullptr || is_wide(*type)) return false;
    }
    return true;
  }

  static bool is_wide(const std::string& type) {
    static constexpr std::array<std::string_view, 5> words = {"long", "64", "size_t", "ptrdiff_t", "ulong"};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return type.find(word) != std::string::npos; });
  }

  /// Of a cast: also a name that may be an integer type.
  IntegerType cast_type(std::size_t i) const {
    if (i < run_.tokens.size() && types_.contains(run_.tokens[i].text))
      return {std::string(run_.tokens[i].text), i + 1};
    return integer_type(run_, i);
  }

  /// `int(x)` as an operand.
  void cast_like_a_call(std::size_t i) {
    static constexpr std::array<std::string_view, 21> before = {
        "return", "=",  "(",  ",",  "+",  "-", "*", "/", "%",  "?", ":",
        "<",      "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||"};
    static constexpr std::array<std::string_view, 6> others = {"float", "double", "const",
                                                               "void",  "bool",   "..."};
    const IntegerType type = cast_type(i);
    const Index close = closing(run_.tokens, i + 1);
    if (i == 0 || type.end != i + 1 || !is_word(run_, i - 1, before) || !close || *close == i + 2) return;
    if (run_.at(i - 1, "(") && i > 1 && run_.at(i - 2, "]")) return;  // a lambda's parameter
    if (is_word(run_, i + 2, others) || cast_type(i + 2).end == *close || is_integral(i + 2, *close)) return;
    run_.edits.replace(run_.tokens[i].offset, run_.tokens[i].end(),
                       "::cudasim::number_cast<" + type.text + ">");
    run_.edits.include(values_header);
  }

  /// `(int)` before an operand.
  void cast(std::size_t open) {
    static constexpr std::array<std::string_view, 8> before = {"return", "case", "else", "and",
                                                               "or",     "not",  "do",   "throw"};
    const Index close = closing(run_.tokens, open);
    if (!close || *close + 1 >= run_.tokens.size()) return;
    if (open > 0 &&
        (run_.tokens[open - 1].is_identifier() || run_.tokens[open - 1].kind == TokenKind::number) &&
        !is_word(run_, open - 1, before))
      return;
    if (open > 0 && (run_.at(open - 1, ")") || run_.at(open - 1, "]") || run_.at(open - 1, ">"))) return;
    const IntegerType type = cast_type(open + 1);
    if (type.end != *close) return;
    const std::size_t operand = *close + 1;
    const Token& first = run_.tokens[operand];
    const bool begins_one = first.is("(") || first.is("-") || first.is("+") || first.is("*") ||
                            first.is("::") || first.is_identifier();
    if (!begins_one || first.is("sizeof") || is_keyword(first)) return;
    const Index inner = closing(run_.tokens, operand);
    if (is_integral(operand, inner ? *inner + 1 : operand + 1) &&
        !continues(inner ? *inner + 1 : operand + 1))
      return;
    insert(operand, "(::cudasim::Converted<" + type.text + ">)");
  }

  /// Whether the operand of a cast continues after the tokens read so far.
  bool continues(std::size_t i) const {
    static constexpr std::array<std::string_view, 5> words = {"(", "[", ".", "->", "::"};
    return is_word(run_, i, words);
  }

  void named_cast(std::size_t i) {
    const IntegerType type = cast_type(i + 2);
    if (type.end == 0 || !run_.at(type.end, ">") || !run_.at(type.end + 1, "(")) return;
    const Index close = closing(run_.tokens, type.end + 1);
    if (!close || is_integral(type.end + 2, *close)) return;
    run_.edits.replace(run_.tokens[i].offset, run_.tokens[i].end(), "::cudasim::number_cast");
    run_.edits.include(values_header);
  }

  void converts(std::size_t equals, const std::string& type) {
    const std::size_t begin = equals + 1;
    if (begin >= run_.tokens.size() || run_.at(begin, "{") || run_.at(begin, "[")) return;
    if (!is_integral(begin, declarator_end(run_, begin)))
      insert(begin, "::cudasim::converts<" + type + "> = ");
  }

  void declaration(std::size_t i) {
    if (!starts_statement(run_, i)) return;
    const IntegerType type = integer_type(run_, i);
    if (type.end > 0 && type.end + 1 < run_.tokens.size() && run_.tokens[type.end].is_identifier() &&
        run_.at(type.end + 1, "="))
      converts(type.end + 1, type.text);
  }

  /// `s.name = …;` where the name is that of an integer. Others may have it too, so the compiler is asked for the type.
  void assignment_to_member(std::size_t i) {
    if (!run_.at(i, "=") || i < 3) return;
    const Index object = object_begin(run_.tokens, i);
    if (!object || !starts_statement(run_, *object)) return;
    std::size_t name = i - 1;
    while (run_.at(name, "]")) name = opening(run_.tokens, name).value_or(1) - 1;
    const bool is_member = run_.at(name - 1, ".") || run_.at(name - 1, "->");
    const auto known = names_.variables.find(run_.tokens[name].text);
    if (!is_member || known == names_.variables.end() || known->second.type.empty()) return;
    converts(i, "decltype(" + run_.joined({*object, i}) + ")");
  }

  /// `name = …;` and `name[…] = …;` for names of known type.
  void assignment(std::size_t i) {
    if (!starts_statement(run_, i) || !run_.tokens[i].is_identifier()) return;
    const auto known = names_.variables.find(run_.tokens[i].text);
    if (known == names_.variables.end() || known->second.type.empty()) return;
    int depth = known->second.depth;
    std::size_t end = i + 1;
    for (; run_.at(end, "["); --depth) {
      const Index close = closing(run_.tokens, end);
      if (!close) return;
      end = *close + 1;
    }
    if (depth == 0 && run_.at(end, "=")) converts(end, known->second.type);
  }

  const Run& run_;
  DeclaredNames names_;
  std::set<std::string_view> types_;
};

}  // namespace

void give_gpu_values(const Run& run) {
  Rewriter rewriter(run);
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    i = assembly_end(run, i).value_or(i);
    const Scope scope = run.scope(i);
    if (scope == Scope::device_function || scope == Scope::both_function || scope == Scope::macro)
      rewriter.rewrite(i);
  }
}

}  // namespace cudasim::translate
