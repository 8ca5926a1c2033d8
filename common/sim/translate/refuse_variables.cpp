// Variables that nvcc refuses, in its words: host variables in device code, device variables with an initial value that is computed at
// program start, declarations in the wrong place, and stores to constants.
#include <array>
#include <set>
#include <string>

#include "sim/translate/file_names.hpp"
#include "sim/translate/host_names.hpp"

namespace cudasim::translate {
namespace {

bool is_stored_to(const Run& run, std::size_t i) {
  if (i + 2 >= run.tokens.size()) return false;
  static const std::set<std::string_view> signs = {"=", "+=", "-=", "*=", "/=", "++", "--", "|=", "&="};
  const bool compound =
      run.at(i + 2, "=") && i + 2 < run.tokens.size() && run.tokens[i + 2].offset == run.tokens[i + 1].end();
  const bool arithmetic = compound && (run.at(i + 1, "/") || run.at(i + 1, "%") || run.at(i + 1, "^") ||
                                       run.at(i + 1, "|") || run.at(i + 1, "&"));
  return signs.contains(run.tokens[i + 1].text) || arithmetic || run.at(i - 1, "++") || run.at(i - 1, "--");
}

/// `threadIdx.x = 0`: the built-in variables, and variables in constant memory.
void check_constants(const Run& run, const FileNames& names, const Function& function, std::size_t i) {
  static const std::set<std::string_view> built_in = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  const bool component = built_in.contains(run.tokens[i].text) && run.at(i + 1, ".") && !run.at(i - 1, ".") &&
                         is_stored_to(run, i + 2);
  const bool prefixed = built_in.contains(run.tokens[i].text) && run.at(i + 1, ".") &&
                        (run.at(i - 1, "++") || run.at(i - 1, "--"));
  const Variable* variable =
      run.tokens[i].is_identifier() ? names.variable(run.tokens[i].text, function) : nullptr;
  const bool constant = variable != nullptr && variable->qualifier == "__constant__" && !variable->is_array &&
                        !run.at(i - 1, ".") && !run.at(i - 1, "->") && is_stored_to(run, i);
  if (component || prefixed || constant) run.fail(i, "expression must be a modifiable lvalue");
}

void check_host_variable(const Run& run, const FileNames& names, const Function& function, std::size_t i) {
  if (!run.tokens[i].is_identifier() || run.at(i - 1, ".") || run.at(i - 1, "->") || run.at(i - 1, "::"))
    return;
  const Variable* variable = names.variable(run.tokens[i].text, function);
  if (variable == nullptr || !variable->qualifier.empty() || is_unevaluated(run, i)) return;
  if (run.outside.names.contains(run.tokens[i].text)) return;
  // The value of a constant is known here, but an array is in host memory.
  if (variable->is_const && (!variable->is_array || !run.at(i + 1, "[") || is_constant(run, i))) return;
  run.fail(i, "identifier \"" + std::string(run.tokens[i].text) + "\" is undefined in device code");
}

/// `__device__ int x;` among the statements of a function; the qualifier of a lambda is elsewhere.
void check_place(const Run& run, const Function& function, std::size_t i) {
  const bool host =
      function.space == Space::host && function.understood && run.scope(i) == Scope::host_function;
  if (host && run.at(i, "__shared__"))
    run.fail(i, "a static \"__shared__\" variable declaration is not allowed inside a host function body");
  const bool begins = run.at(i - 1, ";") || run.at(i - 1, "{") || run.at(i - 1, "}");
  if (!begins || (!run.at(i, "__device__") && !run.at(i, "__constant__"))) return;
  if (run.at(i + 1, "__shared__") || run.at(i + 1, "static") || run.scope(i) == Scope::type) return;
  run.fail(i, "an automatic \"" + std::string(run.tokens[i].text) +
                  "\" variable declaration is not allowed inside a " +
                  (function.space == Space::host ? "host" : "device") + " function body");
}

/// `float a[n]` where n is a parameter or the size of the block.
void check_bound(const Run& run, const Function& function, std::size_t i) {
  if (!run.at(i, "[") || !run.tokens[i - 1].is_identifier() || !run.tokens[i - 2].is_identifier() ||
      is_keyword(run.tokens[i - 2]))
    return;
  const bool block = run.at(i + 1, "blockDim") && run.at(i + 2, ".") && run.at(i + 4, "]");
  bool parameter = false;
  for (const Range& item : items(run.tokens, function.parameters.begin - 1, function.parameters.end))
    parameter |= item.end > item.begin + 1 && run.at(i + 2, "]") &&
                 run.tokens[item.end - 1].is(run.tokens[i + 1].text) && run.tokens[i + 1].is_identifier() &&
                 !run.at(item.end - 2, ":");
  if (block || parameter) run.fail(i + 1, "expression must have a constant value");
}

/// `constexpr int n = warpSize`, `static_assert(warpSize == 32)`, `case warpSize:`, `__shared__ int a[warpSize]`: CUDA has no constant of that name.
void check_warp_size(const Run& run, const FileNames& names, std::size_t i) {
  if (!run.at(i, "warpSize") || run.at(i - 1, ".") || run.at(i - 1, "->") || run.at(i - 1, "::") ||
      names.declares("warpSize") || run.outside.names.contains("warpSize") || is_unevaluated(run, i))
    return;
  bool is_constant_wanted = false, is_shared = false;
  int open = 0;
  for (std::size_t at = i; at > 0; --at) {
    const Token& before = run.tokens[at - 1];
    if (before.is(";") || before.is("{") || before.is("}") || before.is(":")) break;
    if (before.is("[")) ++open;
    if (before.is("]")) --open;
    is_constant_wanted |= before.is("static_assert") || before.is("case") ||
                          (before.is("constexpr") && at > 1 && !run.at(at - 2, "if"));
    is_shared |= before.is("__shared__");
  }
  if (is_constant_wanted)
    run.fail(i, "expression must have a constant value");
  else if (is_shared && open > 0)
    run.fail(i, "a variable length array cannot have static storage duration");
}

bool is_dynamic(const Run& run, const FileNames& names, const Function& nowhere, std::size_t i) {
  const std::string_view name = run.tokens[i].text;
  if (run.at(i, "new")) return true;
  if (!run.tokens[i].is_identifier() || run.at(i - 1, ".") || run.at(i - 1, "::")) return false;
  const Function* callee = run.at(i + 1, "(") ? names.function(name) : nullptr;
  if (callee != nullptr)
    return callee->space == Space::host && !contains(run, callee->head, "constexpr") &&
           !contains(run, callee->head, "consteval");
  if (run.at(i + 1, "("))
    return is_host_only(name) && !names.declares(name) && !run.outside.names.contains(name);
  const Variable* variable = names.variable(name, nowhere);
  return variable != nullptr && variable->qualifier.empty() && !variable->is_const && !variable->is_array &&
         !run.at(i - 1, "&") && !is_unevaluated(run, i);
}

/// The braces of the class of that name, if the file has exactly one, and it is no template.
Index body_of_class(const Run& run, std::string_view name) {
  Index found;
  for (std::size_t i = 1; i + 1 < run.tokens.size(); ++i) {
    if (!run.at(i, name) || (!run.at(i - 1, "struct") && !run.at(i - 1, "class"))) continue;
    std::size_t open = i + 1;
    while (open < run.tokens.size() && !run.at(open, "{") && !run.at(open, ";")) ++open;
    if (!run.at(open, "{") || !closing(run.tokens, open)) continue;
    if (found || (i > 1 && run.at(i - 2, ">"))) return std::nullopt;
    found = open;
  }
  return found;
}

/// Whether the class's default constructor does something at program start.
bool constructs(const Run& run, std::string_view name) {
  const Index open = body_of_class(run, name);
  if (!open) return false;
  bool constant = false;
  for (std::size_t i = *open + 1; i < *closing(run.tokens, *open); ++i) {
    if (run.at(i, ";") || run.at(i, "}") || run.at(i, ":")) constant = false;
    if (run.at(i, "constexpr")) constant = true;
    const bool is_constructor =
        run.at(i, name) && run.at(i + 1, "(") && run.at(i + 2, ")") && !run.at(i - 1, "~");
    if (is_constructor && !constant && (run.at(i + 3, ":") || (run.at(i + 3, "{") && !run.at(i + 4, "}"))))
      return true;
    if (is_opening(run.tokens[i])) i = closing(run.tokens, i).value_or(i);
  }
  return false;
}

bool is_constructed(const Run& run, const Variable& variable) {
  const std::size_t type = variable.name_at - 1;
  return variable.initializer.empty() && run.tokens[type].is_identifier() && !run.at(type - 1, "::") &&
         constructs(run, run.tokens[type].text);
}

void check_initializers(const Run& run, const FileNames& names) {
  const Function nowhere{};
  for (const Variable& variable : names.variables()) {
    if (variable.qualifier.empty()) continue;
    const std::string problem =
        "dynamic initialization is not supported for a " + std::string(variable.qualifier) + " variable";
    if (is_constructed(run, variable)) run.fail(variable.name_at, problem);
    for (std::size_t i = variable.initializer.begin; i < variable.initializer.end; ++i) {
      if (!is_dynamic(run, names, nowhere, i)) continue;
      run.fail(variable.name_at, problem);
      break;
    }
  }
}

}  // namespace

void refuse_variables(const Run& run, const FileNames& names) {
  check_initializers(run, names);
  for (const Function& function : names.functions()) {
    for (std::size_t i = function.body.begin; i < function.body.end; ++i) {
      check_place(run, function, i);
      if (!function.on_device() || (!function.understood && function.space != Space::global)) continue;
      check_constants(run, names, function, i);
      check_host_variable(run, names, function, i);
      check_bound(run, function, i);
      check_warp_size(run, names, i);
    }
  }
}

}  // namespace cudasim::translate
