// Faults in a kernel's declaration that nvcc refuses, in its words.
#include <string>

#include "sim/translate/file_names.hpp"
#include "sim/translate/host_names.hpp"

namespace cudasim::translate {
namespace {

/// `int kernel()`, and `auto kernel()` without a trailing type. A type that may be a macro is accepted.
void check_return_type(const Run& run, const Function& kernel) {
  const Range between{kernel.parameters.end, kernel.body.begin};
  const bool may_be_void = contains(run, kernel.head, "void") || contains(run, kernel.head, "template");
  if (may_be_void || contains(run, between, "->")) return;
  if (contains(run, kernel.head, "auto"))
    run.fail(kernel.name_at, "a __global__ function must not have a deduced return type");
  else if (kernel.understood && !run.at(kernel.name_at - 1, ")"))
    run.fail(kernel.name_at, "a __global__ function must have a void return type");
}

void check_qualifiers(const Run& run, const Function& kernel) {
  if (contains(run, kernel.head, "__device__") || contains(run, kernel.head, "__host__"))
    run.fail(kernel.name_at, "illegal combination of memory qualifiers");
  if (contains(run, kernel.head, "constexpr"))
    run.fail(kernel.name_at, "A __global__ function or function template cannot be marked constexpr");
  const bool is_friend = contains(run, kernel.head, "friend");
  if (kernel.is_member && !is_friend)
    run.fail(kernel.name_at, "A __global__ function or function template cannot be a member function");
  if (is_friend && !kernel.body.empty())
    run.fail(kernel.name_at,
             "A __global__ function or function template cannot be defined in a friend declaration");
}

/// `template <int... a, int... b>`
void check_packs(const Run& run, const Function& kernel) {
  int depth = 0;
  bool has_pack = false;
  for (std::size_t i = kernel.head.begin; i < kernel.head.end; ++i) {
    if (is_opening(run.tokens[i])) {
      i = closing(run.tokens, i).value_or(i);
      continue;
    }
    if (run.at(i, "<")) ++depth;
    if (run.at(i, ">") && --depth == 0) return;
    if (depth != 1) continue;
    if (run.at(i, ",") && has_pack)
      return run.fail(kernel.head.begin,
                      "Pack template parameter must be the last template parameter for a variadic __global__ "
                      "function template");
    has_pack |= run.at(i, "...");
  }
}

/// `std::vector<int> v`, `const std::string& s`: types whose functions only the host can call.
void check_host_class(const Run& run, const Function& kernel, const Range& parameter) {
  if (contains(run, parameter, "*")) return;
  for (std::size_t i = parameter.begin; i + 2 < parameter.end; ++i) {
    if (!run.at(i, "std") || !run.at(i + 1, "::") || !is_host_class(run.tokens[i + 2].text)) continue;
    run.fail(i, "calling a __host__ function(\"std::" + std::string(run.tokens[i + 2].text) +
                    "\") from a __global__ function(\"" + std::string(kernel.name) + "\") is not allowed");
    return;
  }
}

void check_parameters(const Run& run, const Function& kernel) {
  for (const Range& parameter : items(run.tokens, kernel.parameters.begin - 1, kernel.parameters.end)) {
    if (parameter.empty()) continue;
    if (!kernel.body.empty()) check_host_class(run, kernel, parameter);
    if (run.at(parameter.begin, "..."))
      run.fail(kernel.name_at, "a __global__ function cannot have ellipsis");
    const std::size_t last = parameter.end - 1;
    const bool named = last > parameter.begin && run.tokens[last].is_identifier();
    if (run.at(named ? last - 1 : last, "&&"))
      run.fail(kernel.name_at, "a __global__ function cannot have a parameter with rvalue reference type");
  }
}

}  // namespace

void refuse_kernels(const Run& run, const FileNames& names) {
  for (const Function& function : names.functions()) {
    if (function.space != Space::global) continue;
    check_return_type(run, function);
    check_qualifiers(run, function);
    check_packs(run, function);
    check_parameters(run, function);
  }
}

}  // namespace cudasim::translate
