#include "driver/steps/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using Json = nlohmann::json;

/// A kernel's text: from the line after the blank line before it up to the brace that ends it.
struct LineRange {
  int first = 0;
  int last = 0;
};

const std::string& line_at(const std::vector<std::string>& lines, int number) {
  return lines[static_cast<std::size_t>(number - 1)];
}

/// The lines of a function that holds lines `low` to `high`; those lines and a few around them where it is not found.
LineRange function_around(const std::vector<std::string>& lines, int low, int high) {
  const int end = static_cast<int>(lines.size());
  int first = std::min(low, end);
  while (first > 1 && !line_at(lines, first - 1).starts_with("}") && low - first < 80) --first;
  for (int i = low; i >= first; --i) {
    const std::string& line = line_at(lines, std::min(i, end));
    if (line.find("__global__") == std::string::npos && line.find("__device__") == std::string::npos)
      continue;
    first = i > 1 && line_at(lines, i - 1).starts_with("template") ? i - 1 : i;
    break;
  }
  int last = std::min(high, end);
  while (last < end && !line_at(lines, last).starts_with("}") && last - high < 40) ++last;
  return {first, last};
}

/// The names of a kernel's parameters that are pointers, in order; empty where the text does not tell.
std::vector<std::string> pointer_names(const std::vector<std::string>& lines, LineRange range,
                                       const std::string& kernel) {
  std::string text;
  for (int i = range.first; i <= range.last; ++i) text += line_at(lines, i) + ' ';
  const std::string bare = kernel.substr(0, kernel.find('<'));
  const std::size_t colon = bare.rfind(':');
  const std::string name = colon == std::string::npos ? bare : bare.substr(colon + 1);
  const std::size_t at = text.find(name + "(");
  if (at == std::string::npos) return {};
  std::size_t from = at + name.size() + 1;
  int depth = 0;
  std::vector<std::string> names;
  std::string parameter;
  const auto ends = [&] {
    if (parameter.find('*') != std::string::npos) {
      std::size_t last = parameter.find_last_not_of(' ');
      std::size_t first = last;
      while (first != std::string::npos && first > 0 &&
             (std::isalnum(static_cast<unsigned char>(parameter[first - 1])) || parameter[first - 1] == '_'))
        --first;
      names.push_back(parameter.substr(first, last - first + 1));
    }
    parameter.clear();
  };
  for (; from < text.size(); ++from) {
    const char c = text[from];
    if (c == ')' && depth == 0) break;
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      ends();
    else
      parameter += c;
  }
  ends();
  return names;
}

bool looks_like_float(std::uint32_t word) {
  if (word << 1 == 0) return true;
  const double magnitude = std::abs(static_cast<double>(std::bit_cast<float>(word)));
  return std::isinf(magnitude) || (magnitude > 1e-9 && magnitude < 1e12);
}

/// How the values of an array read best: as floats, doubles or integers.
void choose_views(Json& launch) {
  std::vector<int> floats(launch["arrays"].size(), 1);
  for (const Json& step : launch["steps"]) {
    const int array = step.value("array", -1);
    if (array < 0 || !step.contains("values") || step["bytes"] < 4) continue;
    for (const Json& word : step["values"])
      floats[static_cast<std::size_t>(array)] &= looks_like_float(word.get<std::uint32_t>()) ? 1 : 0;
  }
  for (std::size_t i = 0; i < floats.size(); ++i) launch["arrays"][i]["shows"] = floats[i] ? "float" : "int";
}

int lanes_of(const Json& step) { return std::popcount(step.value("lanes", ~std::uint32_t{0})); }

std::string plural(std::uint64_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string barrier_sentence(const Json& launch, const Json& step) {
  const int threads =
      launch["block"][0].get<int>() * launch["block"][1].get<int>() * launch["block"][2].get<int>();
  return fmt::format(
      "Line {}: all {} threads have reached {}. What they wrote before, the whole block can read now.",
      step["line"].get<int>(), threads, step.value("what", "the barrier"));
}

std::string meeting_sentence(const Json& step) {
  std::string text =
      fmt::format("Warp {}, line {}: {} of {}", step["warp"].get<int>(), step["line"].get<int>(),
                  step.value("what", ""), plural(static_cast<unsigned>(lanes_of(step)), "lane"));
  if (!step.contains("from")) return text + ".";
  const auto& from = step["from"];
  const std::uint32_t mask = step.value("lanes", ~std::uint32_t{0});
  const int lane = std::countr_zero(mask);
  return text + fmt::format(": each lane takes the value of another; lane {} takes that of lane {}.", lane,
                            from[0].get<int>());
}

std::string access_sentence(const Json& launch, const Json& step) {
  const int number = step.value("array", -1);
  const Json* array = number < 0 ? nullptr : &launch["arrays"][static_cast<std::size_t>(number)];
  const std::string kind = step["kind"];
  const auto lanes = static_cast<unsigned>(lanes_of(step));
  const std::string verb = kind == "load"    ? (lanes == 1 ? "loads" : "load")
                           : kind == "store" ? (lanes == 1 ? "stores" : "store")
                                             : (lanes == 1 ? "updates" : "update");
  const auto cost = step["cost"].get<std::uint64_t>();
  const auto ideal = step["ideal"].get<std::uint64_t>();
  const std::string space = array == nullptr ? "global" : (*array)["space"].get<std::string>();
  const std::string unit = space == "global" ? "sector" : "wavefront";
  const std::string name = array == nullptr ? "memory" : (*array)["name"].get<std::string>();
  std::string text =
      fmt::format("Warp {}, line {}: {} {} {}{} {} {} ({}): {}", step["warp"].get<int>(),
                  step["line"].get<int>(), plural(lanes, "lane"), verb,
                  plural(step["bytes"].get<std::uint64_t>(), "byte"), lanes == 1 ? "" : " each",
                  kind == "load"    ? "from"
                  : kind == "store" ? "to"
                                    : "in",
                  name, space, plural(cost, unit));
  if (cost <= ideal) return text + ", the minimum.";
  return text + fmt::format("; {} {} enough.{}", ideal, ideal == 1 ? "is" : "are",
                            space == "shared" ? " A bank serves one word per wavefront." : "");
}

std::string sentence(const Json& launch, const Json& step) {
  if (step["kind"] == "barrier") return barrier_sentence(launch, step);
  if (step["kind"] == "warp") return meeting_sentence(step);
  return access_sentence(launch, step);
}

/// The source of each file that steps are in, from the first line shown on.
void add_sources(Json& launch, const FindStepSource& find) {
  Json sources = Json::array();
  std::vector<std::string> names;
  for (std::size_t file = 0; file < launch["files"].size(); ++file) {
    int low = 1 << 30;
    int high = 0;
    for (const Json& step : launch["steps"]) {
      if (step["file"] != file) continue;
      low = std::min(low, step["line"].get<int>());
      high = std::max(high, step["line"].get<int>());
    }
    const StepSource source = find(launch["files"][file].get<std::string>());
    Json shown = {{"name", source.name}, {"first", 1}, {"lines", Json::array()}};
    if (high > 0 && high <= static_cast<int>(source.lines.size())) {
      const LineRange range = function_around(source.lines, low, high);
      shown["first"] = range.first;
      for (int i = range.first; i <= range.last; ++i) shown["lines"].push_back(line_at(source.lines, i));
      if (names.empty()) names = pointer_names(source.lines, range, launch["kernel"]);
    }
    sources.push_back(shown);
  }
  launch["sources"] = sources;
  launch.erase("files");
  const bool fits = names.size() == launch["pointers"].get<std::size_t>();
  int nameless = 0;
  for (Json& array : launch["arrays"]) {
    const int argument = array.value("argument", -1);
    if (array["space"] != "shared" && argument >= 0 && fits)
      array["name"] = names[static_cast<std::size_t>(argument)];
    if (array["name"] == "")
      array["name"] = array["space"] == "shared" ? "shared memory" : fmt::format("array {}", ++nameless);
    if (array.contains("file")) array["file"] = find(array["file"].get<std::string>()).name;
  }
  launch.erase("pointers");
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

std::string replaced(const std::string& text, const std::string& mark, const std::string& by) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) throw Failure(exit_wrong, fmt::format("the player has no place for {}", mark));
  return text.substr(0, at) + by + text.substr(at + mark.size());
}

}  // namespace

std::string steps_for_readers(const std::string& recorded, const FindStepSource& source) {
  Json steps = recorded.empty() ? Json() : Json::parse(recorded);
  if (steps.is_null() || steps["launches"].empty())
    throw Failure(exit_wrong,
                  "no step was recorded: no kernel has run, or there is no such block, launch or kernel");
  for (Json& launch : steps["launches"]) {
    add_sources(launch, source);
    choose_views(launch);
    for (Json& step : launch["steps"]) step["text"] = sentence(launch, step);
  }
  return steps.dump();
}

bool is_trace(const std::string& text) {
  const Json trace = Json::parse(text, nullptr, false);
  return trace.is_object() && trace.value("format", "") == "cuda-by-chapter-steps" &&
         trace.value("version", 0) == 1;
}

std::string steps_text(const std::string& steps) {
  std::string text;
  const Json all = Json::parse(steps);
  for (const Json& launch : all["launches"]) {
    const Json& index = launch["block_index"];
    text +=
        fmt::format("{}, block ({}, {}, {}): {}\n", launch["kernel"].get<std::string>(), index[0].get<int>(),
                    index[1].get<int>(), index[2].get<int>(), plural(launch["steps"].size(), "step"));
    std::size_t number = 0;
    for (const Json& step : launch["steps"])
      text += fmt::format("{:>6}  {}\n", ++number, step["text"].get<std::string>());
    if (launch["cut"]) text += "        The recording ends here: more steps than it keeps.\n";
  }
  return text;
}

std::string steps_page(const std::string& player, const std::string& steps, const std::string& title) {
  std::string data;
  for (const char c : steps) {
    if (c == '<')
      data += "\\u003c";  // nothing in the data ends the script element
    else
      data += c;
  }
  std::string list;
  const Json all = Json::parse(steps);
  for (const Json& launch : all["launches"]) {
    list += "<h2>" + escaped(launch["kernel"].get<std::string>()) + "</h2><ol>";
    for (const Json& step : launch["steps"])
      list += "<li>" + escaped(step["text"].get<std::string>()) + "</li>";
    list += "</ol>";
  }
  std::string page = replaced(player, "{{title}}", escaped(title));
  page = replaced(page, "{{title}}", escaped(title));
  page = replaced(page, "{{steps}}", list);
  return replaced(page, "{{data}}", data);
}

}  // namespace tutorial::driver
