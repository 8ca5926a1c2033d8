#include "tests/lens/corpus/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "sim/lens/report/kinds.hpp"

namespace corpus {
namespace {

using cudasim::lens::find_kind;

/// Neither side comes first.
bool in_any_order(const std::string& kind) {
  const auto* const row = find_kind(kind);
  return row != nullptr && row->places == cudasim::lens::Places::either_first;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

using Tags = std::map<std::string, int>;

/// Tags by name. They end their line: `// @a`.
Tags find_tags(const std::vector<std::string>& lines) {
  Tags tags;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t at = lines[i].rfind("// @");
    if (at == std::string::npos) continue;
    const std::string name = lines[i].substr(at + 4);
    if (!tags.emplace(name, static_cast<int>(i) + 1).second)
      throw std::runtime_error(fmt::format("the tag @{} stands on two lines", name));
  }
  return tags;
}

Expected read_hazard(const std::string& text, const Tags& tags, bool required) {
  const std::vector<std::string> words = split(text, ' ');
  if (words.empty() || words.size() > 3) throw std::runtime_error(fmt::format("cannot read '{}'", text));
  Expected expected{{}, {}, required, text};
  for (const std::string& kind : split(words[0], '|')) {
    if (find_kind(kind) == nullptr) throw std::runtime_error(fmt::format("no hazard is called '{}'", kind));
    expected.kinds.insert(kind);
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto tag = tags.find(words[i]);
    if (tag == tags.end()) throw std::runtime_error(fmt::format("no line has the tag @{}", words[i]));
    expected.lines.push_back(tag->second);
  }
  return expected;
}

/// The text behind `// name: `; nothing for other lines.
std::optional<std::string> value_of(const std::string& name, const std::string& line) {
  const std::string start = "// " + name + ": ";
  if (!line.starts_with(start)) return std::nullopt;
  return line.substr(start.size());
}

/// The line of a hazard's place if it lies in `file`, else 0.
int line_in(const std::string& file, const nlohmann::json& hazard, const char* place) {
  const nlohmann::json found = hazard.value(place, nlohmann::json::object());
  if (!found.is_object()) return 0;
  const std::filesystem::path path = found.value("file", "");
  return path.filename() == std::filesystem::path(file).filename() ? found.value("line", 0) : 0;
}

bool matches(const Expected& expected, const std::string& file, const nlohmann::json& hazard) {
  const std::string kind = hazard.value("kind", "");
  if (!expected.kinds.contains(kind)) return false;
  const int first = line_in(file, hazard, "first");
  const int second = line_in(file, hazard, "second");
  const auto match = [&](int one, int other) {
    return (expected.lines.empty() || expected.lines[0] == one) &&
           (expected.lines.size() < 2 || expected.lines[1] == other);
  };
  return match(first, second) || (in_any_order(kind) && match(second, first));
}

std::string short_form(const nlohmann::json& hazard) {
  const auto place = [&](const char* name) {
    const nlohmann::json found = hazard.value(name, nlohmann::json::object());
    if (!found.is_object() || found.value("line", 0) == 0) return std::string("-");
    return fmt::format("{}:{}", std::filesystem::path(found.value("file", "")).filename().string(),
                       found.value("line", 0));
  };
  return fmt::format("{} {} {}", hazard.value("kind", "(no kind)"), place("first"), place("second"));
}

void compare(const std::vector<Expected>& all, const nlohmann::json& reported, const std::string& file,
             std::vector<std::string>& problems) {
  for (const Expected& expected : all) {
    const auto found = [&](const nlohmann::json& hazard) { return matches(expected, file, hazard); };
    if (expected.required && std::ranges::none_of(reported, found))
      problems.push_back(
          fmt::format("not reported: {} (lines {})", expected.text, fmt::join(expected.lines, ", ")));
  }
  for (const nlohmann::json& hazard : reported) {
    const auto wanted = [&](const Expected& expected) { return matches(expected, file, hazard); };
    if (std::ranges::none_of(all, wanted)) problems.push_back("false alarm: " + short_form(hazard));
  }
}

}  // namespace

bool Expectations::leaks_only() const {
  const auto is_leak = [](const Expected& each) { return each.kinds == std::set<std::string>{"leak"}; };
  return !hazards.empty() && std::ranges::all_of(hazards, is_leak) && exits == std::set<int>{0};
}

Expectations read_expectations(const std::string& source) {
  std::vector<std::string> lines;
  std::istringstream stream(source);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const Tags tags = find_tags(lines);

  Expectations expectations;
  bool none = false;
  for (const std::string& line : lines) {
    if (const auto hazard = value_of("expect-hazard", line)) {
      if (*hazard == "none")
        none = true;
      else
        expectations.hazards.push_back(read_hazard(*hazard, tags, true));
    } else if (const auto allowed = value_of("allow-hazard", line)) {
      expectations.hazards.push_back(read_hazard(*allowed, tags, false));
    } else if (const auto note = value_of("expect-note", line)) {
      expectations.notes.push_back(read_hazard(*note, tags, true));
    } else if (const auto words = value_of("expect-words", line)) {
      expectations.words.push_back(*words);
    } else if (const auto exits = value_of("expect-exit", line)) {
      for (const std::string& exit : split(*exits, '|')) expectations.exits.insert(std::stoi(exit));
    }
  }
  const bool hazards = std::ranges::any_of(expectations.hazards, &Expected::required);
  if (expectations.exits.empty()) throw std::runtime_error("no expect-exit");
  if (expectations.exits.contains(0) && !expectations.silent() && !expectations.leaks_only())
    throw std::runtime_error("a program that ends with 0 has no hazards but leaks, and no other end");
  if (!expectations.silent() && hazards == none)
    throw std::runtime_error("a wrong program has hazards, or says that it has none: expect-hazard");
  if (!expectations.words.empty() && !hazards) throw std::runtime_error("expect-words without a hazard");
  return expectations;
}

std::vector<std::string> disagreements(const Expectations& expectations, const std::string& file, int exit,
                                       const nlohmann::json& report) {
  std::vector<std::string> result;
  if (!expectations.exits.contains(exit))
    result.push_back(fmt::format("exit code {}, wanted {}", exit, fmt::join(expectations.exits, " or ")));
  if (!report.is_object() || !report.contains("hazards") || !report.contains("kernels")) {
    result.push_back("the lens has written no report");
    return result;
  }
  // A lens that sees nothing would find every right program right.
  if (expectations.silent() && report["kernels"].empty()) result.push_back("the lens has watched no kernel");

  compare(expectations.hazards, report["hazards"], file, result);
  compare(expectations.notes, report.value("notes", nlohmann::json::array()), file, result);
  for (const std::string& words : expectations.words) {
    const auto told = [&](const nlohmann::json& hazard) {
      return hazard.value("text", "").find(words) != std::string::npos;
    };
    if (std::ranges::none_of(report["hazards"], told)) result.push_back("no hazard is told with: " + words);
  }
  return result;
}

}  // namespace corpus
