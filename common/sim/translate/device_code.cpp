// Words of device code that mean something else in C++: allocation on the device's heap, the result of printf.
//
//   malloc(n)  free(p)             ->  ::cudasim::heap_malloc(n)  ::cudasim::heap_free(p)
//   new T[n];  delete p;           ->  ::new (::cudasim::in_device_code) T[n];  ::cudasim::device_delete(p);
//   n = printf("%d", x)            ->  n = ::cudasim::printed(printf("%d", x), 1)
#include <algorithm>
#include <array>
#include <string>

#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

bool on_device(const Run& run, std::size_t i) {
  return run.scope(i) == Scope::device_function || run.scope(i) == Scope::both_function;
}

bool is_one_of(const Run& run, std::size_t i, std::initializer_list<std::string_view> texts) {
  return std::any_of(texts.begin(), texts.end(), [&](auto text) { return run.at(i, text); });
}

/// The first token of a qualified name `::f` or `std::f`; nothing for a member or a part of another name.
Index begin_of_name(const Run& run, std::size_t i) {
  if (i == 0) return i;
  if (is_one_of(run, i - 1, {".", "->"})) return std::nullopt;
  if (!run.at(i - 1, "::")) return i;
  if (i >= 2 && run.at(i - 2, "std")) return i - 2;
  const bool is_global = i < 2 || run.tokens[i - 2].kind != TokenKind::identifier || run.at(i - 2, "return");
  return is_global ? Index(i - 1) : std::nullopt;
}

/// Whether a statement begins at the token.
bool begins_statement(const Run& run, std::size_t i) {
  return i == 0 || is_one_of(run, i - 1, {";", "{", "}", ")", "else", "do", ":"});
}

void translate_heap_call(const Run& run, std::size_t i, const char* name) {
  const Index begin = begin_of_name(run, i);
  // `int malloc(…)` is a declaration.
  if (!begin || (*begin > 0 && run.tokens[*begin - 1].kind == TokenKind::identifier &&
                 !is_one_of(run, *begin - 1, {"return", "else", "do"})))
    return;
  if (run.tokens[*begin].line == run.tokens[i].line)  // lines stay
    run.edits.replace(run.tokens[*begin].offset, run.tokens[i].end(), name);
}

void translate_new(const Run& run, std::size_t i) {
  if (run.at(i + 1, "(") || (i > 0 && run.at(i - 1, "operator"))) return;
  run.edits.replace(
      run.tokens[i].offset, run.tokens[i].end(),
      i > 0 && run.at(i - 1, "::") ? "new (::cudasim::in_device_code)" : "::new (::cudasim::in_device_code)");
}

void translate_delete(const Run& run, std::size_t i) {
  if (!begins_statement(run, i)) return;
  const bool is_array = run.at(i + 1, "[") && run.at(i + 2, "]");
  std::size_t end = i + 1;
  while (end < run.tokens.size() && !is_one_of(run, end, {";", ",", "}"})) {
    const Index close = is_opening(run.tokens[end]) ? closing(run.tokens, end) : std::nullopt;
    end = close ? *close + 1 : end + 1;
  }
  if (!run.at(end, ";") || (is_array && run.tokens[i + 2].line != run.tokens[i].line)) return;
  run.edits.replace(run.tokens[i].offset, run.tokens[is_array ? i + 2 : i].end(),
                    is_array ? "::cudasim::device_delete_array(" : "::cudasim::device_delete(");
  run.edits.insert(run.tokens[end].offset, ")");
}

void translate_printf(const Run& run, std::size_t i) {
  const Index begin = begin_of_name(run, i), close = closing(run.tokens, i + 1);
  if (!begin || !close || begins_statement(run, *begin)) return;
  int arguments = 0;
  for (std::size_t k = i + 2; k < *close; ++k) {
    if (run.at(k, ",")) ++arguments;
    if (!is_opening(run.tokens[k])) continue;
    const Index inner = closing(run.tokens, k);
    if (!inner) return;
    k = *inner;
  }
  run.edits.insert(run.tokens[*begin].offset, "::cudasim::printed(");
  run.edits.insert(run.tokens[*close].end(), ", " + std::to_string(arguments) + ")");
}

}  // namespace

void translate_device_code(const Run& run) {
  if (run.scopes == nullptr) return;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const bool is_call = run.at(i + 1, "(");
    if (!on_device(run, i)) continue;
    if (run.at(i, "malloc") && is_call) translate_heap_call(run, i, "::cudasim::heap_malloc");
    if (run.at(i, "free") && is_call) translate_heap_call(run, i, "::cudasim::heap_free");
    if (run.at(i, "clock") && is_call) translate_heap_call(run, i, "::cudasim::device_clock");
    if (run.at(i, "printf") && is_call) translate_printf(run, i);
    if (run.at(i, "new")) translate_new(run, i);
    if (run.at(i, "delete")) translate_delete(run, i);
  }
}

}  // namespace cudasim::translate
