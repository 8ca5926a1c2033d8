#include <algorithm>
#include <array>

#include "sim/translate/functions.hpp"

namespace cudasim::translate {
namespace {

/// True if the `)` at `close` ends the condition of an `if`, `for`, `while` or `switch`.
bool ends_condition(Tokens tokens, std::size_t close) {
  const Index open = opening(tokens, close);
  return open && *open > 0 && tokens[*open].is("(") && is_keyword(tokens[*open - 1]);
}

/// First token of the postfix expression that ends at `last`: a name, an element, a member, a call or
/// brackets.
Index expression_begin(Tokens tokens, std::size_t last) {
  while (true) {
    std::size_t begin = last;
    const Token& token = tokens[last];
    if (token.is(">")) {
      const Index open = opening_angle(tokens, last);
      if (!open) return std::nullopt;
      begin = *open - 1;
    } else if (token.is(")") || token.is("]")) {
      const Index open = opening(tokens, last);
      if (!open) return std::nullopt;
      const bool has_before = *open > 0;
      const Token& before = tokens[has_before ? *open - 1 : 0];
      const bool named = has_before && before.is_identifier() && !is_keyword(before);
      const bool chained =
          has_before && (before.is("]") || (before.is(")") && !ends_condition(tokens, *open - 1)));
      const bool listed = has_before && before.is(">") && opening_angle(tokens, *open - 1).has_value();
      if (named || chained || listed) {
        last = *open - 1;
        continue;
      }
      if (token.is("]")) return std::nullopt;
      begin = *open;
    } else if (!token.is_identifier() || is_keyword(token)) {
      return std::nullopt;
    }
    if (begin > 0 && tokens[begin - 1].is("template")) --begin;
    if (begin == 0) return begin;
    const std::string_view before = tokens[begin - 1].text;
    if (before == "." || before == "->" || before == "##") {
      if (begin < 2) return std::nullopt;
      last = begin - 2;
    } else if (before == "::") {
      const bool scoped =
          begin >= 2 && ((tokens[begin - 2].is_identifier() && !is_keyword(tokens[begin - 2])) ||
                         (tokens[begin - 2].is(">") && opening_angle(tokens, begin - 2)));
      if (!scoped) return begin - 1;
      last = begin - 2;
    } else {
      return begin;
    }
  }
}

/// True for `f`, `::a::f<T, 3>`, `(f)`: expressions that may name a template or an overload set, and have no side effects.
bool is_name(Tokens tokens) {
  while (tokens.size() > 2 && tokens.front().is("(") && closing(tokens, 0) == tokens.size() - 1) {
    tokens = tokens.subspan(1, tokens.size() - 2);
  }
  std::size_t i = tokens.front().is("::") ? 1 : 0;
  while (i < tokens.size()) {
    if (tokens[i].is("template")) ++i;
    if (i >= tokens.size() || !tokens[i].is_identifier() || tokens[i].is("this")) return false;
    ++i;
    if (i < tokens.size() && tokens[i].is("<")) {
      const Index close = closing_angle(tokens, i);
      if (!close) return false;
      i = *close + 1;
    }
    if (i == tokens.size()) return true;
    if (!tokens[i].is("::") && !tokens[i].is("##")) return false;
    ++i;
  }
  return false;
}

/// First of the three `>` that close the launch opened at `open`. With `lists`, `<` after a name opens a template
/// list; otherwise it is a comparison.
Index closing_of_configuration(Tokens tokens, std::size_t open, bool lists) {
  int depth = 0;
  for (std::size_t i = open + 1; i + 3 < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (is_opening(token)) {
      const Index partner = closing(tokens, i);
      if (!partner) return std::nullopt;
      i = *partner;
    } else if (is_closing(token) || token.is(";") || token.is("<<<")) {
      return std::nullopt;
    } else if (lists && token.is("<") && tokens[i - 1].is_identifier()) {
      ++depth;
    } else if (token.is(">") && depth > 0) {
      --depth;
    } else if (token.is(">") && tokens[i + 1].is(">") && tokens[i + 2].is(">") &&
               tokens[i + 2].offset == token.offset + 2 && tokens[i + 3].is("(")) {
      return i;
    }
  }
  return std::nullopt;
}

/// Whether a parameter is a reference: `const T& a`, `T (&a)[4]`, but not `A<T&> a` or `void (*f)(T&)`.
bool is_reference(const Run& run, const Range& parameter) {
  for (std::size_t i = parameter.begin; i < parameter.end && !run.at(i, "="); ++i) {
    if (run.at(i, "&")) return true;
    const bool is_called = run.at(i, "(") && i > parameter.begin && run.at(i - 1, ")");
    const Index close = run.at(i, "<") ? closing_angle(run.tokens, i)
                        : is_called    ? closing(run.tokens, i)
                                       : std::nullopt;
    i = close.value_or(i);
  }
  return false;
}

/// The kernels that a launch may mean by their name.
class Kernels {
 public:
  explicit Kernels(const Run& run) : run_(run) {
    if (run.scopes == nullptr) return;
    for (const Function& function : functions_of(run))
      if (function.space == Space::global) kernels_.push_back(function);
  }

  /// Whether parameter `position` is a reference of each kernel with the name and enough parameters, of which one is a template. Of another
  /// kernel the launch itself knows the parameters.
  bool refers(std::string_view name, std::size_t arguments, std::size_t position) const {
    bool is_template = false;
    for (const Function& kernel : kernels_) {
      if (kernel.name != name) continue;
      const auto parameters = items(run_.tokens, kernel.parameters.begin - 1, kernel.parameters.end);
      if (parameters.size() < arguments) continue;
      if (!is_reference(run_, parameters[position])) return false;
      is_template |= run_.at(kernel.head.begin, "template");
    }
    return is_template;
  }

 private:
  const Run& run_;
  std::vector<Function> kernels_;
};

/// "k" of `n::k` and `k<T, 3>`, whose last token is before `end`.
std::string_view last_name(const Run& run, std::size_t end) {
  const Index open = run.at(end - 1, ">") ? opening_angle(run.tokens, end - 1) : std::nullopt;
  return run.tokens[open.value_or(end) - 1].text;
}

/// `kernel`: empty if it is not a name. A braced argument has no type of its own; it gets the type of the kernel's parameter.
void translate_arguments(const Run& run, const Kernels& kernels, std::string_view kernel,
                         std::string_view name, std::size_t open, std::size_t close) {
  std::size_t parameter = 0;
  const std::vector<Range> arguments = items(run.tokens, open, close);
  for (const Range& item : arguments) {
    if (item.empty()) continue;
    const std::size_t position = parameter++;
    const Token& first = run.tokens[item.begin];
    if (first.is("{") && !kernel.empty()) {
      run.edits.insert(first.offset, "::cudasim::Parameter<" + std::to_string(position) + ", decltype(&" +
                                         std::string(kernel) + ")>");
    } else if (first.is("{")) {
      run.fail(item.begin,
               "a braced argument of a launch is not simulated: name its type, as in float2{x, y}");
    } else if (item.end - item.begin == 1 && (first.is("0") || first.is("NULL"))) {
      run.edits.replace(first.offset, first.end(), "::cudasim::zero");
    } else if (kernels.refers(name, arguments.size(), position)) {
      run.edits.insert(first.offset, "::cudasim::refer(");
      run.edits.insert(run.tokens[item.end - 1].end(), ")");
    }
  }
}

void translate_launch(const Run& run, const Kernels& kernels, std::size_t open) {
  const Tokens tokens = run.tokens;
  if (run.scope(open) == Scope::device_function && !run.outside.dialect.relocatable_device_code) {
    run.fail(open,
             "kernel launch from __device__ or __global__ functions requires separate compilation mode: "
             "-rdc=true");
    return;
  }
  const Index begin = open > 0 ? expression_begin(tokens, open - 1) : std::nullopt;
  if (!begin) {
    run.fail(open, "there is no kernel before this <<<");
    return;
  }
  Index close = closing_of_configuration(tokens, open, true);
  if (!close) close = closing_of_configuration(tokens, open, false);
  const Index end = close ? closing(tokens, *close + 3) : std::nullopt;
  if (!end) {
    run.fail(open, "this <<< has no >>> followed by the kernel's arguments in brackets");
    return;
  }
  if (*close == open + 1) {
    run.fail(open, "a launch needs a grid and a block between <<< and >>>");
    return;
  }
  const bool name = is_name(tokens.subspan(*begin, open - *begin));
  run.edits.insert(tokens[*begin].offset,
                   name ? "::cudasim::launch(CUDASIM_KERNEL(" : "::cudasim::launch(CUDASIM_KERNEL_VALUE(");
  run.edits.replace(tokens[open].offset, tokens[open].end(), "), ::cudasim::LaunchConfig(");
  run.edits.replace(tokens[*close].offset, tokens[*close + 2].end(), "))");
  translate_arguments(run, kernels, name ? run.source(*begin, open) : std::string_view(),
                      last_name(run, open), *close + 3, *end);
}

/// End of a cast to `void*` that begins at `begin`: `(const void*)`, or nothing.
Index cast_to_void(const Run& run, std::size_t begin) {
  std::size_t i = begin + 1;
  if (!run.at(begin, "(")) return std::nullopt;
  if (run.at(i, "const")) ++i;
  const bool matches = run.at(i, "void") && run.at(i + 1, "*") && run.at(i + 2, ")");
  return matches ? Index(i + 3) : std::nullopt;
}

}  // namespace

void translate_launches(const Run& run) {
  const auto is_launch = [](const Token& token) { return token.is("<<<"); };
  if (std::none_of(run.tokens.begin(), run.tokens.end(), is_launch)) return;
  const Kernels kernels(run);
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    if (is_launch(run.tokens[i])) translate_launch(run, kernels, i);
  }
}

/// The start of the function in a graph node, if the token at `i` announces one: `node.func =`, `cudaKernelNodeParams node = {`.
Index node_function(const Run& run, std::size_t i) {
  if (run.at(i, "func") && run.at(i + 1, "=") && i > 0 && (run.at(i - 1, ".") || run.at(i - 1, "->")))
    return i + 2;
  if (!run.at(i, "cudaKernelNodeParams") || i + 1 >= run.tokens.size()) return std::nullopt;
  const std::size_t brace = i + (run.at(i + 2, "=") ? 3 : 2);
  return run.at(brace, "{") ? Index(brace + 1) : std::nullopt;
}

/// `(void*)kernel` there keeps the types of the kernel's parameters.
void translate_node_function(const Run& run, std::size_t begin) {
  if (run.at(begin, "reinterpret_cast")) {
    const Index close = run.at(begin + 1, "<") ? closing_angle(run.tokens, begin + 1) : std::nullopt;
    if (close) run.edits.replace(run.tokens[begin].offset, run.tokens[*close].end(), "::cudasim::untyped");
    return;
  }
  const Index named = cast_to_void(run, begin);
  std::size_t end = begin;
  while (end < run.tokens.size() && !run.at(end, ";") && !run.at(end, ",") && !run.at(end, "}")) {
    const Index close = is_opening(run.tokens[end])
                            ? closing(run.tokens, end)
                            : (run.at(end, "<") ? closing_angle(run.tokens, end) : std::nullopt);
    end = close.value_or(end) + 1;
  }
  if (!named || *named >= end) return;
  run.edits.replace(run.tokens[begin].offset, run.tokens[*named - 1].end(), "::cudasim::untyped(");
  run.edits.insert(run.tokens[end - 1].end(), ")");
}

/// `cudaLaunchKernel((void*)kernel, …)`, also with `reinterpret_cast<void*>`, loses the cast, so that the types of the parameters can be deduced.
void translate_kernel_pointers(const Run& run) {
  for (std::size_t i = 0; i + 2 < run.tokens.size(); ++i) {
    const Token& name = run.tokens[i];
    if (const Index function = node_function(run, i)) translate_node_function(run, *function);
    const bool launcher = name.is("cudaLaunchKernel") || name.is("cudaLaunchCooperativeKernel") ||
                          name.is("cudaLaunchKernelExC");
    if (!launcher || !run.at(i + 1, "(")) continue;
    const Index close = closing(run.tokens, i + 1);
    if (!close) continue;
    for (const Range& item : items(run.tokens, i + 1, *close)) {
      if (run.at(item.begin, "reinterpret_cast") && run.at(item.begin + 1, "<")) {
        if (const Index angle = closing_angle(run.tokens, item.begin + 1))
          run.edits.replace(run.tokens[item.begin].offset, run.tokens[*angle].end(), "");
        break;
      }
      const Index end = cast_to_void(run, item.begin);
      if (!end || *end >= item.end) continue;
      const bool is_address = run.at(*end, "&");
      if (is_address || is_name(run.tokens.subspan(*end, item.end - *end))) {
        run.edits.replace(run.tokens[item.begin].offset, run.tokens[*end - 1].end(), "");
      }
      break;
    }
  }
}

}  // namespace cudasim::translate
