#include "marking/instructor/gradescope.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "marking/instructor/plain_text.hpp"

namespace tutorial::instructor {
namespace {

using Json = nlohmann::ordered_json;

std::string question(Part part) {
  switch (part) {
    case Part::compiles: return "Does it compile?";
    case Part::right: return "Is it right?";
    case Part::safe: return "Is it safe?";
    case Part::good: return "Is it good?";
  }
  return "?";
}

}  // namespace

std::string gradescope_json(const Result& result, const std::string& visibility) {
  Json json;
  const std::string& exercise = result.submission.exercise;
  if (!result.mark) {
    json["score"] = 0;
    json["output"] = valid_utf8(fmt::format(
        "{} could not be graded. This says nothing about your answer; please tell your instructor.",
        exercise));
    json["tests"] = Json::array({{{"name", "Could it be graded?"},
                                  {"score", 0},
                                  {"max_score", 0},
                                  {"status", "failed"},
                                  {"output", valid_utf8(result.failure)},
                                  {"output_format", "text"},
                                  {"visibility", "hidden"}}});
  } else {
    json["output"] = fmt::format("Exercise {}", exercise);
    json["tests"] = Json::array();
    for (const PartMark& part : result.mark->parts) {
      const bool passed = part.full();
      json["tests"].push_back({{"number", std::to_string(json["tests"].size() + 1)},
                               {"name", question(part.part)},
                               {"score", part.points},
                               {"max_score", part.of},
                               {"status", passed ? "passed" : "failed"},
                               {"output", valid_utf8(says(part))},
                               {"output_format", "text"},
                               {"visibility", part.part == Part::compiles ? "visible" : visibility}});
    }
  }
  if (result.mark && result.mark->times_as_fast)
    json["leaderboard"] = Json::array({{{"name", "times as fast as the starter, predicted"},
                                        {"value", std::round(100 * *result.mark->times_as_fast) / 100}}});
  json["output_format"] = "text";
  json["visibility"] = "visible";
  json["stdout_visibility"] = "hidden";
  json["execution_time"] = result.seconds;
  for (const auto& [title, value] : result.submission.columns) json["extra_data"][title] = value;
  return json.dump(2) + "\n";
}

}  // namespace tutorial::instructor
