// Lambdas that nvcc refuses: with a qualifier but without --extended-lambda, or in a function that is private or whose type is deduced, and
// host lambdas as arguments of a kernel template.
#include <string>

#include "sim/translate/file_names.hpp"

namespace cudasim::translate {
namespace {

/// The `[` of a lambda, not of an element: no expression that can have elements comes before it.
bool begins_lambda(const Run& run, std::size_t i) {
  if (!run.at(i, "[") || run.at(i + 1, "[")) return false;
  if (i == 0) return true;
  const Token& before = run.tokens[i - 1];
  return !is_closing(before) && !before.is(">") && (!before.is_identifier() || before.is("return")) &&
         before.kind != TokenKind::string;
}

/// True for a lambda whose head is understood and has no qualifier.
bool is_host_lambda(const Run& run, std::size_t open) {
  const Index close = begins_lambda(run, open) ? closing(run.tokens, open) : std::nullopt;
  if (!close) return false;
  if (run.at(*close + 1, "{")) return true;
  const Index end = run.at(*close + 1, "(") ? closing(run.tokens, *close + 1) : std::nullopt;
  return end && (run.at(*end + 1, "{") || run.at(*end + 1, "mutable") || run.at(*end + 1, "->"));
}

/// `auto name = [` in a host function.
Index named_lambda(const Run& run, std::size_t use, Range function) {
  for (std::size_t i = use; i > function.begin + 3; --i) {
    const bool declares =
        run.at(i - 1, "=") && run.tokens[i - 2].is(run.tokens[use].text) && run.at(i - 3, "auto");
    if (declares) return i;
  }
  return std::nullopt;
}

bool is_template(const Run& run, const FileNames& names, std::string_view kernel) {
  const Function* function = names.function(kernel);
  return function != nullptr && function->space == Space::global && contains(run, function->head, "template");
}

void refuse_arguments(const Run& run, Range arguments, Range function) {
  for (const Range& item : items(run.tokens, arguments.begin, arguments.end)) {
    if (item.empty()) continue;
    const bool name = item.end == item.begin + 1 && run.tokens[item.begin].is_identifier();
    const Index lambda = name ? named_lambda(run, item.begin, function) : Index(item.begin);
    if (!lambda || !is_host_lambda(run, *lambda)) continue;
    run.fail(item.begin,
             "The closure type for a lambda cannot be used in the template argument type of a __global__ "
             "function template instantiation, "
             "unless the lambda is defined within a __device__ or __global__ function, or the flag "
             "'-extended-lambda' is specified and the "
             "lambda is an extended lambda (a __device__ or __host__ __device__ lambda defined within a "
             "__host__ or __host__ __device__ "
             "function)");
  }
}

/// The brackets of the arguments after `>>>`.
Index arguments_of(const Run& run, std::size_t launch) {
  for (std::size_t i = launch; i + 3 < run.tokens.size() && !run.at(i, ";"); ++i) {
    if (is_opening(run.tokens[i])) i = closing(run.tokens, i).value_or(i);
    if (run.at(i, ">") && run.at(i + 1, ">") && run.at(i + 2, ">") && run.at(i + 3, "(")) return i + 3;
  }
  return std::nullopt;
}

/// `auto f()`, `auto* f()`, `decltype(auto) f()`, without a trailing type.
bool has_deduced_type(const Run& run, const Function& function) {
  std::size_t before = function.name_at - 1;
  while (run.at(before, "*") || run.at(before, "&") || run.at(before, ")")) --before;
  return run.at(before, "auto") && !contains(run, {function.parameters.end, function.body.begin}, "->");
}

/// Whether the class begins with its private part: `class C {`.
bool begins_private(const Run& run, std::size_t brace) {
  std::size_t i = brace;
  while (i > 0 && !run.at(i - 1, ";") && !run.at(i - 1, "}") && !run.at(i - 1, "{")) --i;
  for (int depth = 0; i < brace; ++i) {
    if (run.at(i, "<")) ++depth;
    if (run.at(i, ">")) --depth;
    if (depth == 0 && (run.at(i, "struct") || run.at(i, "union"))) return false;
    if (depth == 0 && run.at(i, "class")) return true;
  }
  return false;
}

/// Of a member that is defined in its class.
bool is_private(const Run& run, const Function& member) {
  for (std::size_t i = member.head.begin; i > 0; --i) {
    const std::size_t at = i - 1;
    if (run.at(at, "}")) {
      int depth = 1;
      while (depth > 0 && i > 1) {
        --i;
        depth += run.at(i - 1, "}") ? 1 : run.at(i - 1, "{") ? -1 : 0;
      }
    } else if (run.at(at, "{")) {
      return begins_private(run, at);
    } else if (run.at(at, ":") && at > 0) {
      if (run.at(at - 1, "public")) return false;
      if (run.at(at - 1, "private") || run.at(at - 1, "protected")) return true;
    }
  }
  return false;
}

void refuse_parents(const Run& run, const Function& parent) {
  const bool deduced = has_deduced_type(run, parent);
  if (!deduced && (!parent.is_member || !is_private(run, parent))) return;
  for (std::size_t i = parent.body.begin + 1; i < parent.body.end; ++i) {
    if (!run.at(i - 1, "]") || (!run.at(i, "__device__") && !run.at(i, "__host__"))) continue;
    return run.fail(i, "The enclosing parent function (\"" + std::string(parent.name) +
                           "\") for an extended " + std::string(run.tokens[i].text) +
                           (run.at(i + 1, "__device__") ? " __device__ lambda " : " lambda ") +
                           (deduced ? "must not have deduced return type"
                                    : "cannot have private or protected access within its class"));
  }
}

}  // namespace

void refuse_lambdas(const Run& run, const FileNames& names) {
  for (std::size_t i = 1; !run.outside.dialect.extended_lambda && i < run.tokens.size(); ++i) {
    const bool qualified = run.at(i - 1, "]") && (run.at(i, "__device__") || run.at(i, "__host__"));
    if (qualified)
      run.fail(i, "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag");
  }
  for (const Function& function : names.functions()) {
    if (function.space != Space::host) continue;
    refuse_parents(run, function);
    for (std::size_t i = function.body.begin + 1; i < function.body.end; ++i) {
      if (!run.at(i, "<<<") || !is_template(run, names, run.tokens[i - 1].text)) continue;
      const Index open = arguments_of(run, i);
      const Index close = open ? closing(run.tokens, *open) : std::nullopt;
      if (close) refuse_arguments(run, {*open, *close}, function.body);
    }
  }
}

}  // namespace cudasim::translate
