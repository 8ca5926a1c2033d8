#include "driver/steps/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "driver/steps/hazard_steps.hpp"
#include "driver/steps/key_frames.hpp"
#include "driver/steps/source_context.hpp"
#include "driver/steps/step_sentences.hpp"
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

/// The value with which the simulator fills memory that was never written.
constexpr std::uint32_t unwritten = ~std::uint32_t{0};

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
      if (word != unwritten)
        floats[static_cast<std::size_t>(array)] &= looks_like_float(word.get<std::uint32_t>()) ? 1 : 0;
  }
  for (std::size_t i = 0; i < floats.size(); ++i) launch["arrays"][i]["shows"] = floats[i] ? "float" : "int";
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
      if (const NamedVariant variant = named_variant(source.lines, launch["kernel"]);
          !variant.parameter.empty()) {
        launch["variant"] = variant.kernel;
        shown["left_out"] = lines_left_out(source.lines, range.first, range.last, variant);
      }
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
    if (array.contains("rank"))
      array["name"] =
          fmt::format("{} of block rank {}", array["name"].get<std::string>(), array["rank"].get<int>());
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

std::string steps_for_readers(const std::string& recorded, const FindStepSource& source,
                              const std::string& report) {
  Json steps = recorded.empty() ? Json() : Json::parse(recorded);
  if (steps.is_object() && steps.contains("missing"))
    throw UsageError("no step was recorded: " + steps["missing"].get<std::string>());
  if (steps.is_null() || steps["launches"].empty())
    throw Failure(exit_wrong, "no step was recorded: the kernel has not run, or has not ended");
  Json found = report.empty() ? Json::object() : Json::parse(report);
  if (steps.contains("report")) found = steps["report"];
  steps.erase("report");
  for (Json& launch : steps["launches"]) {
    add_hazards(launch, found);
    add_sources(launch, source);
    choose_views(launch);
    add_sentences(launch);
  }
  return steps.dump();
}

std::string steps_of_two_orders(const std::string& usual, const std::string& other, const std::string& note) {
  Json both = Json::parse(usual);
  for (Json& launch : both["launches"]) launch["order"] = "the usual order";
  Json second = Json::parse(other);
  for (Json& launch : second["launches"]) {
    launch["order"] = "the order that breaks it";
    launch["note"] = note;
    both["launches"].push_back(launch);
  }
  return both.dump();
}

bool is_recording(const std::string& text) {
  const Json recording = Json::parse(text, nullptr, false);
  return recording.is_object() && recording.value("format", "") == "cuda-by-chapter-steps" &&
         recording.contains("report");
}

bool is_trace(const std::string& text) {
  const Json trace = Json::parse(text, nullptr, false);
  return trace.is_object() && trace.value("format", "") == "cuda-by-chapter-steps" &&
         trace.value("version", 0) == 1;
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
    list += "<h2>" + escaped(kernel_of(launch)) + "</h2><ol>";
    for (const Json& step : launch["steps"])
      list += "<li>" + escaped(step["text"].get<std::string>()) + "</li>";
    list += "</ol>";
  }
  std::string page = replaced(player, "{{title}}", escaped(title));
  page = replaced(page, "{{title}}", escaped(title));
  page = replaced(page, "{{frames}}", key_frames_svg(steps, title));
  page = replaced(page, "{{steps}}", list);
  return replaced(page, "{{data}}", data);
}

std::string steps_as(const std::string& file, const std::string& player, const std::string& steps,
                     const std::string& title, std::optional<int> line) {
  if (file == "-") return steps_text(steps);
  return file.ends_with(".svg") ? key_frames_svg(steps, title, line) : steps_page(player, steps, title);
}

}  // namespace tutorial::driver
