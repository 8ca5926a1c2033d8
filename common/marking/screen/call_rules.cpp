#include "marking/screen/call_rules.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "sim/translate/brackets.hpp"
#include "sim/translate/scopes.hpp"
#include "sim/translate/token.hpp"

namespace tutorial::marking {
namespace {

using cudasim::translate::Scope;
using cudasim::translate::Token;
using cudasim::translate::Tokens;

enum class Side { host, device, kernel, open };

bool ends_declaration(const Token& token) {
  return token.is(";") || token.is("{") || token.is("}") || token.is(":");
}

/// What the words before a function's name say of it. Nothing if they declare none.
std::optional<Side> side_of(Tokens words) {
  bool is_kernel = false, is_device = false, is_host = false, is_open = false, has_type = false;
  for (const Token& word : words) {
    if (word.is("=") || word.is("using") || word.is("typedef") || word.is("(") || word.is("operator"))
      return std::nullopt;
    is_kernel = is_kernel || word.is("__global__");
    is_device = is_device || word.is("__device__");
    is_host = is_host || word.is("__host__");
    is_open = is_open || word.is("constexpr") || word.is("template");
    has_type = has_type || (word.is_identifier() && !word.text.starts_with("__"));
  }
  if (!has_type) return std::nullopt;
  if (is_kernel) return Side::kernel;
  if (is_device && is_host) return Side::open;
  if (is_device) return Side::device;
  return is_open ? Side::open : Side::host;
}

/// Words with brackets that declare no function.
bool is_specifier(const Token& token) {
  constexpr std::array words = {"alignas",  "__align__",        "decltype",     "__launch_bounds__",
                                "explicit", "__cluster_dims__", "noexcept",     "static_assert",
                                "requires", "sizeof",           "__attribute__"};
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return token.is(word); });
}

bool begins_no_declaration(const Token& token) {
  constexpr std::array words = {"return", "else",   "case", "throw", "new", "delete",
                                "goto",   "sizeof", "do",   "and",   "or",  "not"};
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return token.is(word); });
}

/// Names of parameters and local variables: they hide a function of the same name, here or elsewhere in the file.
std::set<std::string_view> variables(Tokens code, const std::vector<Scope>& scopes) {
  std::set<std::string_view> names;
  for (std::size_t i = 1; i + 1 < code.size(); ++i) {
    if (!code[i].is_identifier()) continue;
    const Token &before = code[i - 1], &after = code[i + 1];
    const bool follows_type = (before.is_identifier() && !begins_no_declaration(before)) || before.is(">");
    const bool follows_sign = before.is("*") || before.is("&") || before.is("&&") || before.is(",");
    const bool is_initialised = after.is("=") || after.is(";") || after.is(",") || after.is(")") ||
                                after.is("[") || after.is("{") || after.is(":");
    const bool is_constructed = after.is("(") && follows_type && scopes[i] != Scope::file;
    if (((follows_type || follows_sign) && is_initialised) || is_constructed) names.insert(code[i].text);
  }
  return names;
}

/// Functions declared in the file, by name.
std::map<std::string_view, Side> declared(Tokens code, const std::vector<Scope>& scopes) {
  std::map<std::string_view, Side> sides;
  for (std::size_t i = 1; i + 1 < code.size(); ++i) {
    if (scopes[i] != Scope::file || !code[i].is_identifier() || !code[i + 1].is("(") || is_specifier(code[i]))
      continue;
    std::size_t begin = i;
    while (begin > 0 && scopes[begin - 1] == Scope::file && !ends_declaration(code[begin - 1])) --begin;
    const auto side = side_of(code.subspan(begin, i - begin));
    if (!side) continue;
    const auto [known, is_new] = sides.emplace(code[i].text, *side);
    if (!is_new && known->second != *side) known->second = Side::open;
  }
  return sides;
}

bool is_device_variable(const Token& token) {
  constexpr std::array names = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  for (const char* const name : names)
    if (token.is(name)) return true;
  return false;
}

bool is_member(Tokens code, std::size_t i) {
  return i > 0 && (code[i - 1].is(".") || code[i - 1].is("->") || code[i - 1].is("::"));
}

/// The token after a name, past template arguments.
std::size_t behind(Tokens code, std::size_t i) {
  if (i + 1 < code.size() && code[i + 1].is("<"))
    if (const auto close = cudasim::translate::closing_angle(code, i + 1)) return *close + 1;
  return i + 1;
}

}  // namespace

std::vector<Finding> check_calls(std::string_view source, const std::string& file) {
  const cudasim::translate::Source tokens = cudasim::translate::tokenize(source);
  const Tokens code = tokens.code;
  const std::vector<Scope> scopes = find_scopes(tokens);
  std::map<std::string_view, Side> sides = declared(code, scopes);
  for (const std::string_view name : variables(code, scopes)) sides.erase(name);
  for (const auto& directive : tokens.directives)  // a macro makes the name: #define KERNEL(x) move_##x
    if (directive.is("define") && directive.tokens.size() > 1) sides.erase(directive.tokens[1].text);
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const bool on_host = scopes[i] == Scope::host_function, on_device = scopes[i] == Scope::device_function;
    if (!code[i].is_identifier() || (!on_host && !on_device) || is_member(code, i)) continue;
    const std::string name(code[i].text);
    const auto say = [&](const std::string& text) { findings.push_back({text, file, code[i].line}); };
    if (on_host && is_device_variable(code[i]))
      say(name + " has a value in device code only: is __global__ or __device__ missing?");
    const auto found = sides.find(code[i].text);
    const std::size_t next = behind(code, i);
    if (found == sides.end() || next >= code.size()) continue;
    const Side side = found->second;
    if (code[next].is("<<<") && (side == Side::host || side == Side::device))
      say(name + " is launched, but it is no kernel: __global__ makes it one");
    if (!code[next].is("(")) continue;
    if (on_host && side == Side::kernel)
      say("the kernel " + name + " is called like a function; a kernel is launched: " + name +
          "<<<grid, block>>>(arguments)");
    if (on_host && side == Side::device)
      say(name + " is a __device__ function: host code cannot call it, unless it is __host__ too");
    if (on_device && side == Side::host)
      say(name + " is a host function: device code cannot call it, unless it is __device__");
    if (on_device && side == Side::kernel)
      say("the kernel " + name + " is called in device code: make it a __device__ function");
  }
  return findings;
}

}  // namespace tutorial::marking
