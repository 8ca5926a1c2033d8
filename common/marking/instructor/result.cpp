#include "marking/instructor/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "marking/instructor/plain_text.hpp"

namespace tutorial::instructor {

namespace {

Part part_of(const std::string& name) {
  for (const Part part : marking::parts)
    if (name_of(part) == name) return part;
  throw std::invalid_argument("there is no part " + name);
}

}  // namespace

Mark refused(const std::string& exercise, const std::vector<PartMark>& full, const std::string& problem) {
  Mark mark{.exercise = exercise, .parts = full, .printed = "", .timing = ""};
  for (PartMark& part : mark.parts) {
    part.points = 0;
    part.reached = false;
    part.findings.clear();
  }
  if (!mark.parts.empty()) {
    mark.parts.front().reached = true;
    mark.parts.front().findings.push_back({.text = problem, .file = "", .line = 0});
  }
  return mark;
}

Mark mark_from_json(const nlohmann::json& json) {
  Mark mark;
  mark.exercise = json.at("exercise");
  mark.predicted = json.value("predicted", "");
  mark.is_starter = json.value("is_starter", false);
  if (json.contains("times_as_fast")) mark.times_as_fast = json["times_as_fast"].get<double>();
  for (const auto& part_json : json.at("parts")) {
    PartMark part;
    part.part = part_of(part_json.at("part"));
    part.points = part_json.at("points");
    part.of = part_json.at("of");
    part.reached = part_json.at("reached");
    for (const auto& finding : part_json.at("findings"))
      part.findings.push_back(
          {.text = finding.at("text"), .file = finding.at("file"), .line = finding.at("line")});
    mark.parts.push_back(part);
  }
  return mark;
}

std::vector<std::string> exercises_of(const std::vector<Result>& results) {
  std::vector<std::string> names;
  for (const Result& result : results) {
    const std::string& name = result.submission.exercise;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string results_path(const Submission& submission) {
  return fmt::format("{}/{}/{}", submissions_name, submission.slug, submission.exercise);
}

std::string finding_text(const Finding& finding) {
  std::string place;
  if (!finding.file.empty())
    place = finding.line > 0 ? fmt::format("{}:{}: ", finding.file, finding.line) : finding.file + ": ";
  // The sentence often names its place itself.
  if (!place.empty() && finding.text.find(place.substr(0, place.size() - 2)) != std::string::npos)
    place.clear();
  return valid_utf8(place + finding.text);
}

std::string says(const PartMark& part) {
  std::string text;
  for (const Finding& finding : part.findings) text += finding_text(finding) + "\n";
  if (!part.reached && text.empty()) return "not run: a part before it has to be put right first\n";
  return text;
}

std::string headline(const Result& result) {
  if (!result.mark) return one_line("could not be graded: " + result.failure);
  for (const PartMark& part : result.mark->parts) {
    if (part.full()) continue;
    const std::string text = says(part);
    const char* const unchanged = result.mark->is_starter ? "the starter, unchanged: " : "";
    return one_line(unchanged + text.substr(0, text.find('\n')));
  }
  return "";
}

}  // namespace tutorial::instructor
