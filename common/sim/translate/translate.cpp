#include "sim/translate/translate.hpp"

#include <algorithm>
#include <string>

#include "sim/translate/file_names.hpp"
#include "sim/translate/spaced_brackets.hpp"
#include "sim/translate/warp_size.hpp"

namespace cudasim::translate {
namespace {

/// Whether the directive is `#define NAME(parameters) …`.
bool has_parameters(Tokens directive) {
  return directive.size() > 2 && directive[2].is("(") && directive[2].offset == directive[1].end();
}

/// The tokens after `#define NAME` or `#define NAME(parameters)`.
Tokens macro_body(Tokens directive) {
  if (directive.size() < 3) return {};
  if (!has_parameters(directive)) return directive.subspan(2);
  const Index close = closing(directive, 2);
  return close ? directive.subspan(*close + 1) : Tokens();
}

void translate_include(std::string_view source, Tokens directive, const Surroundings& surroundings,
                       SharedMacros& macros, Edits& edits) {
  if (directive.size() < 2 || !surroundings.include) return;
  const bool angled = directive[1].is("<") && directive.back().is(">");
  if (!angled && directive[1].kind != TokenKind::string) return;
  const std::size_t begin = directive[1].offset;
  const std::size_t end = angled ? directive.back().end() : directive[1].end();
  const auto name = surroundings.include(source.substr(begin + 1, end - begin - 2), angled, macros,
                                         directive.front().uncertain);
  if (name) edits.replace(begin, end, *name);
}

void add_names(Tokens tokens, std::set<std::string, std::less<>>& names) {
  for (const Token& token : tokens)
    if (token.is_identifier()) names.emplace(token.text);
}

/// The names of the headers that the text includes, and of its macros. Names in a header are added to those of the headers.
std::set<std::string, std::less<>> outside_names(const Source& source, const Surroundings& surroundings) {
  std::set<std::string, std::less<>> names;
  if (surroundings.header_names != nullptr) names = *surroundings.header_names;
  if (surroundings.header_names != nullptr && surroundings.is_header)
    add_names(source.code, *surroundings.header_names);
  for (const Directive& directive : source.directives) {
    if (!directive.tokens.front().is("define")) continue;
    add_names(directive.tokens, names);
    if (surroundings.header_names != nullptr && surroundings.is_header)
      add_names(directive.tokens, *surroundings.header_names);
  }
  return names;
}

/// Whether the token is in the value of a variable or constant of a file.
bool is_in_file_value(const Run& run, std::size_t i) {
  if (run.scope(i) != Scope::file) return false;
  for (; i > 0 && !run.at(i, ";") && !run.at(i, "{") && !run.at(i, "}"); --i)
    if (run.at(i, "=")) return true;
  return false;
}

/// Device and host code are compiled at once, with the values that constants have on the device.
void refuse_device_constants(const Run& run, const std::set<std::string, std::less<>>& names) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i) {
    const Scope scope = run.scope(i);
    const bool on_host = scope == Scope::host_function || scope == Scope::both_function;
    if (!names.contains(run.tokens[i].text) || (!on_host && !is_in_file_value(run, i))) continue;
    run.fail(i, "'" + std::string(run.tokens[i].text) +
                    "' has different values in device and host code, which are compiled at once here: "
                    "give the host's a name of its own");
  }
}

void refuse(const Run& run) {
  const FileNames names(run);
  refuse_kernels(run, names);
  refuse_lambdas(run, names);
  refuse_calls(run, names);
  refuse_members(run, names);
  refuse_driver(run, names);
  refuse_variables(run, names);
  refuse_names(run, names);
  refuse_ptx(run);
}

/// For the lens, that a place is never reached is an assertion: cudasim/load_store.hpp.
void check_unreachable(const Run& run) {
  for (std::size_t i = 0; i < run.tokens.size(); ++i)
    if (run.at(i, "__builtin_unreachable"))
      run.edits.replace(run.tokens[i].offset, run.tokens[i].end(), "CUDASIM_UNREACHABLE");
}

void translate_run(const Run& run, bool for_lens) {
  if (run.scopes != nullptr)
    give_gpu_values(run);  // first: insertions of other passes at the same expression come after it
  translate_launches(run);
  translate_kernel_pointers(run);
  translate_shared(run);
  translate_assembly(run);
  translate_textures(run);
  name_member_templates(run);
  let_polls_yield(run);
  translate_device_code(run);
  number_barriers(run);
  tell_clusters(run);
  tell_launch_bounds(run);
  tell_instances(run);
  mark_dropped_results(run);
  if (!for_lens) return;
  tell_restrict(run);
  tell_grid_constants(run);
  check_unreachable(run);
  check_own_arrays(run);
  check_vector_pointers(run);
  count_loops(run);
  place_constants(run);
}

void mark_uncertain(Source& source) {
  for (Token& token : source.code) token.uncertain = true;
  for (Directive& directive : source.directives)
    for (Token& token : directive.tokens) token.uncertain = true;
}

}  // namespace

Translation translate(std::string_view given, const Surroundings& surroundings, SharedMacros& macros) {
  const auto joined = join_spaced_brackets(given);
  const auto renamed = rename_own_warp_size(joined ? *joined : given);
  const std::string_view text = renamed ? *renamed : joined ? *joined : given;
  Source source = tokenize(text);
  if (surroundings.uncertain) mark_uncertain(source);
  Translation result;
  Edits includes;
  Edits edits;
  const Outside nothing;
  for (const Rewrite& rewrite : source.rewrites) edits.replace(rewrite.begin, rewrite.end, rewrite.text);
  for (const Problem& problem : source.problems) result.errors.push_back({problem.line, problem.text});
  for (const Directive& directive : source.directives) {
    const Tokens tokens = directive.tokens;
    if (tokens.front().is("include")) translate_include(text, tokens, surroundings, macros, includes);
    if (!tokens.front().is("define") || tokens.size() < 3) continue;
    const Run whole{tokens, nullptr, text, macros, nothing, edits, result.errors};
    if (std::any_of(tokens.begin() + 2, tokens.end(), [](const Token& t) { return t.is("__CUDA_ARCH__"); }))
      whole.fail(tokens.size() - macro_body(tokens).size(),
                 "a macro that asks for __CUDA_ARCH__ is not simulated: write it where the macro is used");
    const Tokens body = macro_body(tokens);
    result.has_variables = result.has_variables || names_device_variables(body);
    if (learn_shared_macro(tokens[1].text, body, macros)) continue;
    const Run run{body, nullptr, text, macros, nothing, edits, result.errors};
    translate_run(run, surroundings.for_lens);
    if (has_parameters(tokens)) give_gpu_values(run);  // `#if` may use macros without parameters
  }
  const std::vector<Scope> scopes = find_scopes(source);
  auto external = external_names(source.code);
  if (surroundings.external_names != nullptr) {
    surroundings.external_names->merge(external);
    external = *surroundings.external_names;
  }
  const Outside outside{surroundings.dialect, outside_names(source, surroundings), std::move(external),
                        surroundings.shared_names};
  auto device_constants = source.device_constants;
  if (surroundings.device_constants != nullptr) {
    surroundings.device_constants->merge(device_constants);
    device_constants = *surroundings.device_constants;
  }
  const Run code{source.code, &scopes, text, macros, outside, edits, result.errors};
  translate_run(code, surroundings.for_lens);
  if (!surroundings.dialect.relocatable_device_code) keep_variables_in_file(code);
  if (surroundings.for_lens) mark_matrix_instructions(code);
  result.has_variables = result.has_variables || has_device_variables(code);
  refuse(code);
  if (!device_constants.empty()) refuse_device_constants(code, device_constants);
  result.changed = renamed || !edits.empty();
  result.headers = edits.headers();
  edits.append(includes);
  try {
    result.text = edits.apply(text);
  } catch (const Overlap& overlap) {
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(overlap.offset), '\n');
    result.errors.push_back(
        {static_cast<int>(line), "this launch or __shared__ declaration is not understood"});
  }
  std::stable_sort(result.errors.begin(), result.errors.end(),
                   [](const Problem& a, const Problem& b) { return a.line < b.line; });
  result.changed = result.changed || !result.errors.empty();
  return result;
}

Translation translate(std::string_view source) {
  SharedMacros macros;
  return translate(source, {}, macros);
}

std::string choose_architecture(std::string_view given) {
  const auto joined = join_spaced_brackets(given);
  const std::string_view text = joined ? *joined : given;
  Edits edits;
  for (Rewrite& rewrite : tokenize(text).rewrites) {
    if (const std::size_t call = rewrite.text.find("::cudasim::on_device()"); call != std::string::npos)
      rewrite.text.replace(call, std::string_view("::cudasim::on_device()").size(), "1");
    edits.replace(rewrite.begin, rewrite.end, rewrite.text);
  }
  try {
    return edits.apply(text);
  } catch (const Overlap&) {
    return std::string(given);  // translate() reports it
  }
}

std::vector<Problem> refused_by_nvcc(std::string_view expanded) {
  const Source source = tokenize(expanded);
  const std::vector<Scope> scopes = find_scopes(source);
  const SharedMacros no_macros;
  const Outside outside;
  Edits none;
  std::vector<Problem> problems;
  refuse({source.code, &scopes, expanded, no_macros, outside, none, problems});
  return problems;
}

}  // namespace cudasim::translate
