// Calls that nvcc refuses, in its words: host functions in device code, device functions in host code, kernels without <<<…>>>, and
// functions that device code does not have. Code that may be correct is accepted: a name that may mean something else, a member function, a
// function whose head has a word that may be a macro.
#include <algorithm>
#include <set>
#include <string>

#include "sim/translate/file_names.hpp"
#include "sim/translate/host_names.hpp"

namespace cudasim::translate {
namespace {

std::string function_name(const Function& caller) {
  const std::string_view kind = caller.space == Space::global   ? "__global__"
                                : caller.space == Space::device ? "__device__"
                                                                : "__host__";
  return std::string(kind) + " function(\"" + std::string(caller.name) + "\")";
}

}  // namespace

void refuse_call(const Run& run, std::size_t i, std::string_view kind, const std::string& callee,
                 const Function& caller) {
  if (is_unevaluated(run, i)) return;
  run.fail(i, "calling a " + std::string(kind) + " function(\"" + callee + "\") from a " +
                  function_name(caller) + " is not allowed");
}

bool is_call(const Run& run, std::size_t i) {
  if (i == 0 || !run.tokens[i].is_identifier() || is_keyword(run.tokens[i]) || !run.at(i + 1, "("))
    return false;
  const Token& before = run.tokens[i - 1];
  if (before.is(".") || before.is("->") || before.is("operator") || before.is("~")) return false;
  if (before.is("::")) return i > 1 && !run.tokens[i - 2].is_identifier();
  return !before.is(">") && (!before.is_identifier() || before.is("return") || before.is("else"));
}

namespace {

void refuse_constexpr(const Run& run, std::size_t i, const std::string& callee, const Function& caller) {
  if (is_unevaluated(run, i)) return;
  run.fail(
      i, "calling a constexpr __host__ function(\"" + callee + "\") from a " + function_name(caller) +
             " is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.");
}

/// `std::name`, but not `cuda::std::name`, which is for both sides.
bool is_standard(const Run& run, std::size_t i) {
  const bool of_cuda = i > 3 && run.at(i - 3, "::") && run.at(i - 4, "cuda");
  return i > 1 && run.at(i - 1, "::") && run.at(i - 2, "std") && !of_cuda;
}

/// Calls that a host function, or a lambda in it, may not make.
void check_host(const Run& run, const FileNames& names, const Function& caller, std::size_t i) {
  if (!is_call(run, i)) return;
  const std::string name(run.tokens[i].text);
  const Function* callee = names.function(name);
  if (callee != nullptr && callee->space == Space::device) refuse_call(run, i, "__device__", name, caller);
  if (name.starts_with("__nv_atomic_") && !names.declares(name))
    run.fail(i, "atomic operations are not in a device function.");
  const bool intrinsic =
      is_device_only(name) && callee == nullptr && !names.declares(name) && !run.outside.names.contains(name);
  if (intrinsic) refuse_call(run, i, "__device__", name, caller);
}

void check_call_on_device(const Run& run, const FileNames& names, const Function& caller, std::size_t i) {
  const std::string name(run.tokens[i].text);
  const Function* callee = names.function(name);
  if (callee != nullptr && callee->space == Space::host) {
    const bool constant =
        contains(run, callee->head, "constexpr") || contains(run, callee->head, "consteval");
    if (!constant) refuse_call(run, i, "__host__", name, caller);
    if (constant && !run.outside.dialect.relaxed_constexpr && contains(run, callee->head, "constexpr") &&
        !is_constant(run, i))
      refuse_constexpr(run, i, name, caller);
    return;
  }
  const bool library =
      is_host_only(name) && callee == nullptr && !names.declares(name) && !run.outside.names.contains(name);
  if (library) refuse_call(run, i, "__host__", name, caller);
}

void check_standard(const Run& run, const Function& caller, std::size_t i) {
  const std::string name = "std::" + std::string(run.tokens[i].text);
  const Index list_end = run.at(i + 1, "<") ? closing_angle(run.tokens, i + 1) : std::nullopt;
  const std::size_t behind = list_end ? *list_end + 1 : i + 1;
  const bool object =
      behind < run.tokens.size() && run.tokens[behind].is_identifier() && !is_keyword(run.tokens[behind]);
  if (is_stream(run.tokens[i].text) && !run.at(i + 1, "::"))
    run.fail(i, "identifier \"" + name + "\" is undefined in device code");
  else if (is_host_class(run.tokens[i].text) && object && !contains(run, {i - 3, i}, "typename"))
    refuse_call(run, i, "__host__", name, caller);
  else if (is_host_algorithm(run.tokens[i].text) && run.at(behind, "(") &&
           !run.outside.dialect.relaxed_constexpr)
    refuse_call(run, i, "__host__", name, caller);
  else if (is_constexpr_function(run.tokens[i].text) && run.at(behind, "(") &&
           !run.outside.dialect.relaxed_constexpr && !is_constant(run, i))
    refuse_constexpr(run, i, std::string(run.tokens[i].text), caller);
  else if (is_host_only(run.tokens[i].text) && run.at(behind, "("))
    refuse_call(run, i, "__host__", name, caller);
}

void check_word(const Run& run, std::size_t i) {
  if (run.at(i, "throw") || run.at(i, "try")) run.fail(i, "device code does not support exception handling");
  if (run.at(i, "typeid") || run.at(i, "dynamic_cast"))
    run.fail(i, "The operator '" + std::string(run.tokens[i].text) + "' is not allowed in device code");
  if (run.at(i, "thread_local"))
    run.fail(i, "cannot use thread_local specifier for variable declarations in device code");
}

void check_device(const Run& run, const FileNames& names, const Function& caller, std::size_t i) {
  check_word(run, i);
  if (!run.tokens[i].is_identifier()) return;
  const bool of_ranges =
      run.at(i - 1, "::") && run.at(i - 2, "ranges") && is_standard(run, i - 2) && run.at(i + 1, "(");
  if (of_ranges && !run.outside.dialect.relaxed_constexpr && !is_constant(run, i))
    refuse_constexpr(run, i, "operator()", caller);  // `std::ranges::swap` is an object of the host.
  else if (is_standard(run, i))
    check_standard(run, caller, i);
  else if (is_call(run, i))
    check_call_on_device(run, names, caller, i);
}

void check_kernel(const Run& run, const FileNames& names, std::size_t i) {
  if (!is_call(run, i)) return;
  const Function* callee = names.function(run.tokens[i].text);
  if (callee != nullptr && callee->space == Space::global && !is_unevaluated(run, i))
    run.fail(i, "a __global__ function call must be configured");
}

/// `[] QUALIFIERS (int x)`: a macro may make the lambda a device lambda.
bool has_odd_lambda(const Run& run, Range body) {
  for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
    if (run.at(i - 1, "]") && run.tokens[i].is_identifier() && !is_keyword(run.tokens[i]) &&
        run.at(i + 1, "("))
      return true;
  }
  return false;
}

}  // namespace

void refuse_calls(const Run& run, const FileNames& names) {
  for (const Function& caller : names.functions()) {
    const bool host = caller.space == Space::host && caller.understood && !has_odd_lambda(run, caller.body);
    for (std::size_t i = caller.body.begin; i < caller.body.end; ++i) {
      check_kernel(run, names, i);
      if (host && run.scope(i) == Scope::host_function) check_host(run, names, caller, i);
      if (caller.on_device() && (caller.understood || caller.space == Space::global))
        check_device(run, names, caller, i);
      if (caller.space == Space::both && run.scope(i) != Scope::host_function) check_word(run, i);
    }
  }
}

}  // namespace cudasim::translate
