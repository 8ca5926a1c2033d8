// Launch attributes in a kernel's head become a call in its first statement, by which the launch learns them. So do promises of its parameters,
// for the lens.
//
//   __global__ void __cluster_dims__(2, 1, 1) k() {    ->   … { ::cudasim::detail::require_cluster(2, 1, 1);
//   __global__ void __launch_bounds__(256, 2) k() {    ->   … { ::cudasim::detail::hold_launch_bounds(256, 2);
//   __global__ void k(T* __restrict__ a, T* b) {       ->   … { CUDASIM_HOLD_RESTRICT(a, b, "'a' and 'b'");
//   __global__ void k(const __grid_constant__ T a) {   ->   … { CUDASIM_HOLD_GRID_CONSTANT(a);
//
// An instance of a template that has dynamic shared memory says which one it is: the name in a launch may not.
//
//   template <class T> __global__ void k(T* a) {       ->   … { CUDASIM_INSTANCE(k<T>);
#include <algorithm>
#include <optional>
#include <string>

#include "sim/translate/functions.hpp"
#include "sim/translate/token_run.hpp"

namespace cudasim::translate {
namespace {

/// The `{` or `;` that ends the declaration, searched from `from`.
Index declaration_end(const Run& run, std::size_t from) {
  for (std::size_t i = from; i < run.tokens.size(); ++i) {
    if (run.at(i, "{") || run.at(i, ";")) return i;
    if (!is_opening(run.tokens[i])) continue;
    const Index close = closing(run.tokens, i);
    if (!close) break;
    i = *close;
  }
  return std::nullopt;
}

/// Inserts a call of `function` at the start of the kernel, with the arguments between the brackets at `open` and `close`.
void begin_with(const Run& run, std::size_t body, std::string_view function, std::size_t open,
                std::size_t close) {
  run.edits.insert(run.tokens[body].end(), " ::cudasim::detail::" + std::string(function) + "(" +
                                               std::string(run.source(open + 1, close)) + ");");
}

bool is_restrict(const Token& token) {
  return token.is("__restrict__") || token.is("__restrict") || token.is("restrict");
}

/// A parameter that is a pointer to data, and has a name.
struct PointerParameter {
  std::string name;
  bool is_restrict;
};

std::vector<PointerParameter> pointers_of(const Run& run, const Function& kernel) {
  std::vector<PointerParameter> pointers;
  for (const Range& parameter : items(run.tokens, kernel.parameters.begin - 1, kernel.parameters.end)) {
    std::size_t end = parameter.begin;
    bool has_restrict = false;
    while (end < parameter.end && !run.at(end, "=")) has_restrict |= is_restrict(run.tokens[end++]);
    if (end < parameter.begin + 2 || !contains(run, {parameter.begin, end}, "*")) continue;
    const Token& last = run.tokens[end - 1];
    if (last.is_identifier() && !is_restrict(last) && !last.is("const"))
      pointers.push_back({std::string(last.text), has_restrict});
  }
  return pointers;
}

/// Of `template <class T, int n = 4>` the tokens, or none.
std::string_view template_head(const Run& run, const Function& function) {
  if (!run.at(function.head.begin, "template") || !run.at(function.head.begin + 1, "<")) return {};
  const Index close = closing_angle(run.tokens, function.head.begin + 1);
  return close ? run.source(function.head.begin, *close + 1) : std::string_view();
}

/// "T, n" of `template <class T, int n = 4>`; nothing if a parameter has no name.
std::optional<std::string> template_arguments(const Run& run, const Function& function) {
  if (template_head(run, function).empty()) return std::nullopt;
  const std::size_t open = function.head.begin + 1;
  std::string arguments;
  for (const Range& parameter : items(run.tokens, open, *closing_angle(run.tokens, open))) {
    std::size_t end = parameter.begin;
    while (end < parameter.end && !run.at(end, "=")) ++end;
    if (end < parameter.begin + 2) return std::nullopt;
    const Token &name = run.tokens[end - 1], &before = run.tokens[end - 2];
    if (!name.is_identifier() || is_type_word(name, {}) || before.is("::")) return std::nullopt;
    arguments += (arguments.empty() ? "" : ", ") + std::string(name.text) + (before.is("...") ? "..." : "");
  }
  return arguments.empty() ? std::nullopt : std::optional(arguments);
}

std::size_t parameter_count(const Run& run, const Function& function) {
  return items(run.tokens, function.parameters.begin - 1, function.parameters.end).size();
}

/// `extern __shared__` at the scope of the file, or in a function that kernels may call.
bool has_dynamic_shared_outside_kernels(const Run& run, const std::vector<Function>& functions) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (!run.at(i, "extern") || !run.at(i + 1, "__shared__")) continue;
    const bool is_in_kernel = std::any_of(functions.begin(), functions.end(), [&](const Function& each) {
      return each.space == Space::global && each.body.begin <= i && i < each.body.end;
    });
    if (!is_in_kernel) return true;
  }
  return false;
}

bool is_defined(const Run& run, const Function& function) { return run.at(function.body.begin - 1, "{"); }

/// The `{` of the one definition that follows of the function that is declared around the token, unless that has the attribute, too.
Index body_of_declared(const Run& run, std::size_t token) {
  if (run.scopes == nullptr) return std::nullopt;
  const std::vector<Function> functions = functions_of(run);
  const auto declared = std::find_if(functions.begin(), functions.end(), [&](const Function& each) {
    return each.head.begin <= token && token < each.name_at;
  });
  if (declared == functions.end()) return std::nullopt;
  Index body;
  for (const Function& each : functions) {
    if (each.name != declared->name || each.name_at < token || !is_defined(run, each) ||
        parameter_count(run, each) != parameter_count(run, *declared) ||
        template_head(run, each) != template_head(run, *declared))
      continue;
    if (body || contains(run, each.head, run.tokens[token].text)) return std::nullopt;
    body = each.body.begin - 1;
  }
  return body;
}

}  // namespace

void tell_restrict(const Run& run) {
  if (run.scopes == nullptr) return;
  for (const Function& kernel : functions_of(run)) {
    if (kernel.space != Space::global || !is_defined(run, kernel)) continue;
    const std::vector<PointerParameter> pointers = pointers_of(run, kernel);
    std::string calls;
    for (std::size_t i = 0; i < pointers.size(); ++i)
      for (std::size_t j = i + 1; j < pointers.size(); ++j) {
        const std::string &a = pointers[i].name, &b = pointers[j].name;
        if (pointers[i].is_restrict || pointers[j].is_restrict)
          calls += " CUDASIM_HOLD_RESTRICT(" + a + ", " + b + ", \"'" + a + "' and '" + b + "'\");";
      }
    if (calls.empty()) continue;
    run.edits.include("cudasim/restricted.hpp");
    run.edits.insert(run.tokens[kernel.body.begin - 1].end(), calls);
  }
}

void tell_grid_constants(const Run& run) {
  if (run.scopes == nullptr) return;
  for (const Function& kernel : functions_of(run)) {
    if (kernel.space != Space::global || !is_defined(run, kernel)) continue;
    std::string calls;
    for (const Range& parameter : items(run.tokens, kernel.parameters.begin - 1, kernel.parameters.end)) {
      const Token& last = run.tokens[parameter.end - 1];
      if (contains(run, parameter, "__grid_constant__") && !contains(run, parameter, "...") &&
          last.is_identifier() && !last.is("__grid_constant__"))
        calls += " CUDASIM_HOLD_GRID_CONSTANT(" + std::string(last.text) + ");";
    }
    if (calls.empty()) continue;
    run.edits.include("cudasim/restricted.hpp");
    run.edits.insert(run.tokens[kernel.body.begin - 1].end(), calls);
  }
}

void tell_launch_bounds(const Run& run) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (!run.at(i, "__launch_bounds__") || !run.at(i + 1, "(")) continue;
    const Index close = closing(run.tokens, i + 1);
    const Index end = close ? declaration_end(run, *close + 1) : std::nullopt;
    if (!end || *close == i + 2) continue;
    const Index body = run.at(*end, "{") ? end : body_of_declared(run, i);
    if (body) begin_with(run, *body, "hold_launch_bounds", i + 1, *close);
  }
}

void tell_instances(const Run& run) {
  if (run.scopes == nullptr) return;
  const std::vector<Function> functions = functions_of(run);
  const bool is_shared_by_all = has_dynamic_shared_outside_kernels(run, functions);
  for (const Function& kernel : functions) {
    if (kernel.space != Space::global || !is_defined(run, kernel)) continue;
    if (!is_shared_by_all && !contains(run, kernel.body, "extern")) continue;
    if (const auto arguments = template_arguments(run, kernel))
      run.edits.insert(run.tokens[kernel.body.begin - 1].end(),
                       " CUDASIM_INSTANCE(" + std::string(kernel.name) + "<" + *arguments + ">);");
  }
}

void tell_clusters(const Run& run) {
  Index declared;
  bool is_defined = false;
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (run.at(i, "__block_size__") && run.at(i + 1, "(")) run.fail(i, "__block_size__ is not simulated");
    if (!run.at(i, "__cluster_dims__") || !run.at(i + 1, "(")) continue;
    const Index close = closing(run.tokens, i + 1);
    const Index end = close ? declaration_end(run, *close + 1) : std::nullopt;
    if (!end || *close == i + 2) {
      run.fail(i,
               "__cluster_dims__ is simulated with its numbers, where a kernel is declared; not in a macro");
    } else if (run.at(*end, ";")) {
      declared = i;
    } else {
      is_defined = true;
      begin_with(run, *end, "require_cluster", i + 1, *close);
    }
  }
  if (declared && !is_defined)
    run.fail(*declared,
             "__cluster_dims__ is simulated where the kernel is defined, not where it is only declared");
}

}  // namespace cudasim::translate
