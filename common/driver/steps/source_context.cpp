#include "driver/steps/source_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>

#include "support/text.hpp"

namespace tutorial::driver {
namespace {

std::size_t indentation(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// "(…)" from the first parenthesis on; "" where it does not end in this line.
std::string in_parentheses(const std::string& line) {
  const std::size_t begin = line.find('(');
  int depth = 0;
  for (std::size_t i = begin; i < line.size(); ++i) {
    depth += line[i] == '(' ? 1 : line[i] == ')' ? -1 : 0;
    if (depth == 0) return line.substr(begin, i + 1 - begin);
  }
  return "";
}

/// The condition of a line that begins with `if`, without `constexpr`; "" where it begins otherwise.
std::string condition_of(const std::string& line) {
  const std::string text = text::trimmed(line);
  return text.starts_with("if (") ? in_parentheses(text) : "";
}

}  // namespace

std::string branch_around(const nlohmann::json& lines, int first, int line) {
  const auto text = [&](int number) {
    return lines[static_cast<std::size_t>(number - first)].get<std::string>();
  };
  if (line < first || line >= first + static_cast<int>(lines.size())) return "";
  const std::string own = text(line);
  const std::string own_condition = condition_of(own);
  // What comes after the condition is in the branch.
  if (!own_condition.empty())
    return text::trimmed(own).size() > own_condition.size() + 5 ? "if " + own_condition : "";
  std::size_t depth = indentation(own);
  for (int number = line - 1; number >= first && depth > 0; --number) {
    const std::string above = text(number);
    if (text::trimmed(above).empty() || indentation(above) >= depth) continue;
    depth = indentation(above);
    if (const std::string condition = condition_of(above); !condition.empty()) return "if " + condition;
    const std::string bare = text::trimmed(above);
    if (bare.starts_with("} else") || bare.starts_with("else")) return fmt::format("else of line {}", number);
    if (bare.starts_with("for (") || bare.starts_with("while (")) continue;
  }
  return "";
}

NamedVariant named_variant(const std::vector<std::string>& lines, const std::string& kernel) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  static const std::regex number(R"(\((\w+)\)(\d+))");
  static const std::regex truth("<(true|false)>");
  std::smatch found;
  if (std::regex_search(kernel, found, truth)) {
    const std::regex declared(R"(template <bool (\w+)>\s*__global__ \w+ )" +
                              kernel.substr(0, kernel.find('<')) + R"(\()");
    std::smatch name;
    if (!std::regex_search(text, name, declared)) return {kernel, "", ""};
    return {fmt::format("{}<{} = {}>", found.prefix().str(), name[1].str(), found[1].str()), name[1],
            found[1]};
  }
  if (!std::regex_search(kernel, found, number)) return {kernel, "", ""};
  const std::string type = found[1];
  const auto place = static_cast<std::size_t>(std::stoul(found[2]));
  const std::regex declared("enum (?:class )?" + type + R"([^{]*\{([^}]*)\})");
  const std::regex parameter("template <[^>]*\\b" + type + R"( (\w+))");
  std::smatch values, name;
  if (!std::regex_search(text, values, declared) || !std::regex_search(text, name, parameter))
    return {kernel, "", ""};
  std::istringstream list(values[1]);
  std::string value;
  for (std::size_t i = 0; i <= place; ++i)
    if (!std::getline(list, value, ',') || value.find('=') != std::string::npos) return {kernel, "", ""};
  value = type + "::" + text::trimmed(value);
  return {found.prefix().str() + value + found.suffix().str(), name[1], value};
}

std::vector<int> lines_left_out(const std::vector<std::string>& lines, int first, int last,
                                const NamedVariant& variant) {
  std::vector<int> left_out;
  if (variant.parameter.empty()) return left_out;
  const bool is_truth = variant.value == "true" || variant.value == "false";
  const std::regex choice(is_truth
                              ? R"(if constexpr \((!?)()" + variant.parameter + R"()\)(.*))"
                              : R"(if constexpr \()" + variant.parameter + R"( ([=!])= (\w+::\w+)\)(.*))");
  for (int number = first; number <= last; ++number) {
    const std::string& line = lines[static_cast<std::size_t>(number - 1)];
    std::smatch found;
    if (!std::regex_search(line, found, choice)) continue;
    const bool holds = is_truth ? (variant.value == "true") == (found[1] != "!")
                                : (found[2] == variant.value) == (found[1] == "=");
    if (holds) continue;
    // The line itself, or the lines in its braces.
    left_out.push_back(number);
    const std::string rest = text::trimmed(found[3].str());
    if (!rest.empty() && rest != "{") continue;
    for (int inner = number + 1; inner <= last; ++inner) {
      const std::string& below = lines[static_cast<std::size_t>(inner - 1)];
      if (!text::trimmed(below).empty() && indentation(below) <= indentation(line)) break;
      left_out.push_back(inner);
    }
  }
  return left_out;
}

}  // namespace tutorial::driver
