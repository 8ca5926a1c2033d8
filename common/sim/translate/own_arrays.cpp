// Checks indices of a thread's own arrays, for the lens: it does not watch memory that no other thread sees, so the index is checked.
//
//   float a[4]; a[i] = 1;   ->   float a[4]; a[::cudasim::own_index<decltype(a), 0>(i)] = 1;
//
// If decltype gives no array, or a reference to shared memory, nothing is checked.
#include <algorithm>
#include <array>
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

bool is_in_device_code(const Run& run, std::size_t i) {
  return run.scope(i) == Scope::device_function || run.scope(i) == Scope::both_function;
}

/// Whether `T name[` at the name declares an array of the thread; the first of several in one declaration.
bool declares_own_array(const Run& run, std::size_t name) {
  static constexpr std::array<std::string_view, 6> others = {"__shared__", "extern",    "static",
                                                             "return",     "constexpr", "__constant__"};
  if (name == 0 || !run.at(name + 1, "[") || is_keyword(run.tokens[name])) return false;
  std::size_t i = name;
  for (; i > 0 && !run.at(i - 1, ";") && !run.at(i - 1, "{") && !run.at(i - 1, "}"); --i) {
    if (run.at(i - 1, ")")) {  // of an attribute, or of the previous statement
      const Index open = opening(run.tokens, i - 1);
      if (!open || *open == 0 || !(run.at(*open - 1, "alignas") || run.at(*open - 1, "__align__"))) break;
      i = *open + 1;
      continue;
    }
    const Token& token = run.tokens[i - 1];
    if (std::find(others.begin(), others.end(), token.text) != others.end() || is_keyword(token))
      return false;
    if (run.shared_macros.contains(token.text)) return false;
    if (!token.is_identifier() && !token.is("::") && !token.is("*")) return false;
  }
  return i < name && run.tokens[i].is_identifier() && !run.at(name - 1, "::");
}

/// The brace that closes the block of the token.
std::size_t block_end(const Run& run, std::size_t i) {
  for (; i < run.tokens.size() && !run.at(i, "}"); ++i)
    if (is_opening(run.tokens[i])) i = closing(run.tokens, i).value_or(i);
  return i;
}

bool has_name(const Run& run, std::size_t begin, std::size_t end) {
  return std::any_of(run.tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                     run.tokens.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Token& token) { return token.is_identifier(); });
}

/// `a[i][j]`, from the first bracket on.
void check_indices(const Run& run, std::string_view name, std::size_t open) {
  for (unsigned dimension = 0; run.at(open, "["); ++dimension) {
    const Index close = closing(run.tokens, open);
    if (!close) return;
    if (has_name(run, open + 1, *close)) {
      run.edits.insert(run.tokens[open].end(), "::cudasim::own_index<decltype(" + std::string(name) + "), " +
                                                   std::to_string(dimension) + ">(");
      run.edits.insert(run.tokens[*close].offset, ")");
      run.edits.include("cudasim/own_index.hpp");
    }
    open = *close + 1;
  }
}

void check_uses(const Run& run, std::size_t declared) {
  const std::string_view name = run.tokens[declared].text;
  const std::size_t end = block_end(run, declared);
  for (std::size_t i = declared + 1; i < end; ++i) {
    i = assembly_end(run, i).value_or(i);
    if (!run.at(i, name) || !run.at(i + 1, "[")) continue;
    const Token& before = run.tokens[i - 1];
    if (before.is(".") || before.is("->") || before.is("::") || before.is("&")) continue;
    if (before.is_identifier() && !is_keyword(before))
      return;  // another array of that name, in an inner block
    check_indices(run, name, i + 1);
  }
}

}  // namespace

void check_own_arrays(const Run& run) {
  if (run.scopes == nullptr) return;
  for (std::size_t i = 0; i < run.tokens.size(); ++i)
    if (is_in_device_code(run, i) && run.tokens[i].is_identifier() && declares_own_array(run, i))
      check_uses(run, i);
}

}  // namespace cudasim::translate
