#include "tests/lens/mutation/barriers.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <stdexcept>

#include "sim/translate/brackets.hpp"
#include "sim/translate/scopes.hpp"
#include "sim/translate/token.hpp"

namespace mutation {
namespace {

using namespace cudasim::translate;

bool is_barrier_name(const Token& token) {
  return token.is("__syncthreads") || token.is("__syncwarp") || token.is("sync");
}

bool is_fence_name(const Token& token) {
  return token.text.starts_with("__threadfence") || token.is("fence_proxy_async") ||
         token.is("fence_mbarrier_init");
}

/// Where the expression starts that token `i` is the last name of: `cg` of `cg::tiled_partition<32>(b).sync`.
std::size_t expression_begin(Tokens tokens, std::size_t i) {
  while (i >= 1 && (tokens[i - 1].is(".") || tokens[i - 1].is("->") || tokens[i - 1].is("::"))) {
    if (i < 2 || !(tokens[i - 2].is_identifier() || is_closing(tokens[i - 2]))) return i - 1;
    i -= 2;
    if (is_closing(tokens[i])) i = opening(tokens, i).value_or(i);
    if (i >= 1 && tokens[i].is("(") && tokens[i - 1].is(">")) i = opening_angle(tokens, i - 1).value_or(i);
    const bool after_name = i >= 1 && tokens[i - 1].is_identifier();
    if (after_name && (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("<"))) --i;
  }
  return i;
}

std::vector<std::string_view> split_lines(std::string_view source) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    lines.push_back(source.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

bool is_comment(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  return start != line.npos && line.substr(start).starts_with("//");
}

/// The text after `// kept:` on the 1-based `line` or in the comment that ends right above it.
std::string kept_reason(const std::vector<std::string_view>& lines, int line) {
  const auto reason = [&](std::size_t i) -> std::string {
    constexpr std::string_view mark = "// kept:";
    const std::size_t at = lines[i].find(mark);
    if (at == lines[i].npos) return "";
    const std::string_view rest = lines[i].substr(at + mark.size());
    const std::size_t start = rest.find_first_not_of(' ');
    return start == rest.npos ? "" : std::string(rest.substr(start));
  };
  std::size_t i = static_cast<std::size_t>(line) - 1;
  std::string found = reason(i);
  while (found.empty() && i > 0 && is_comment(lines[i - 1])) found = reason(--i);
  return found;
}

/// The lines of code that the simulator compiles.
std::set<int> simulated_lines(std::string_view source) {
  static const std::regex condition("(#\\s*if\\s+)TUTORIAL_HAS_SM_\\w+");
  const std::string text = std::regex_replace(std::string(source), condition, "$010");
  std::set<int> lines;
  for (const Token& token : tokenize(text).code) lines.insert(token.line);
  return lines;
}

}  // namespace

std::vector<Barrier> find_barriers(std::string_view source) {
  const Source parsed = tokenize(source);
  for (const Directive& directive : parsed.directives)
    if (directive.tokens.size() > 1 && directive.tokens[0].is("define") &&
        std::ranges::any_of(directive.tokens, [](const Token& token) {
          return token.text.starts_with("__sync") || is_fence_name(token);
        }))
      throw std::runtime_error("line " + std::to_string(directive.tokens[0].line) +
                               ": a barrier or fence in a macro cannot be taken out by itself");

  const std::vector<Scope> scopes = find_scopes(parsed);
  const std::vector<std::string_view> lines = split_lines(source);
  const std::set<int> simulated = simulated_lines(source);
  const Tokens tokens = parsed.code;
  std::vector<Barrier> barriers;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!(is_barrier_name(tokens[i]) || is_fence_name(tokens[i])) || !tokens[i + 1].is("(")) continue;
    if (scopes[i] != Scope::device_function && scopes[i] != Scope::both_function) continue;
    const auto close = closing(tokens, i + 1);
    if (!close) throw std::runtime_error("line " + std::to_string(tokens[i].line) + ": where does this end?");
    const std::size_t begin = tokens[expression_begin(tokens, i)].offset;
    const std::size_t end = tokens[*close].end();
    const int line = tokens[i].line;
    if (!barriers.empty() && barriers.back().line == line)
      throw std::runtime_error("line " + std::to_string(line) +
                               ": two barriers or fences, which cannot be taken out one by one");
    barriers.push_back({line, std::string(source.substr(begin, end - begin)), kept_reason(lines, line),
                        is_fence_name(tokens[i]), simulated.contains(line)});
  }
  return barriers;
}

}  // namespace mutation
