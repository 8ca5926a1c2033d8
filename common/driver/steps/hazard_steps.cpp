#include "driver/steps/hazard_steps.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "driver/steps/step_bytes.hpp"

namespace tutorial::driver {
namespace {

using Json = nlohmann::json;

/// A thread of the recorded block at a line.
struct StepSide {
  int file = -1;
  int line = 0;
  unsigned warp = 0;
  unsigned lane = 0;
};

std::optional<StepSide> side_of(const Json& place, const Json& launch) {
  if (place["thread"].is_null() || place["block"] != launch["block_index"]) return {};
  const Json& files = launch["files"];
  const auto file = std::find(files.begin(), files.end(), place["file"]);
  const Json& block = launch["block"];
  const Json& at = place["thread"];
  const unsigned thread =
      (at[2].get<unsigned>() * block[1].get<unsigned>() + at[1].get<unsigned>()) * block[0].get<unsigned>() +
      at[0].get<unsigned>();
  return StepSide{file == files.end() ? -1 : static_cast<int>(file - files.begin()), place["line"].get<int>(),
                  thread / 32, thread % 32};
}

/// The steps of the thread at its line, in order.
std::vector<int> steps_at(const Json& launch, const StepSide& side) {
  std::vector<int> found;
  for (std::size_t i = 0; i < launch["steps"].size(); ++i) {
    const Json& step = launch["steps"][i];
    if (takes_part(step, side.warp, side.lane) && step["file"] == side.file && step["line"] == side.line)
      found.push_back(static_cast<int>(i));
  }
  return found;
}

/// Where the line is not among the steps, as that of a barrier that is never reached: the last step of the thread.
int last_step_of(const Json& launch, const StepSide& side) {
  for (std::size_t i = launch["steps"].size(); i-- > 0;)
    if (takes_part(launch["steps"][i], side.warp, side.lane)) return static_cast<int>(i);
  return -1;
}

bool conflict(const Json& a, unsigned lane_a, const Json& b, unsigned lane_b) {
  if (a["kind"] == "load" && b["kind"] == "load") return false;
  const Bytes first = bytes_of(a, lane_a);
  const Bytes second = bytes_of(b, lane_b);
  return first.array >= 0 && first.array == second.array && first.begin < second.end &&
         second.begin < first.end;
}

struct StepPair {
  int first = -1;
  int second = -1;
};

/// The earliest two steps at these lines whose accesses meet; else the first step of each side.
StepPair pair_of(const Json& launch, const std::optional<StepSide>& first,
                 const std::optional<StepSide>& second) {
  const std::vector<int> ones = first ? steps_at(launch, *first) : std::vector<int>{};
  const std::vector<int> others = second ? steps_at(launch, *second) : std::vector<int>{};
  StepPair best;
  for (const int one : ones) {
    for (const int other : others) {
      if (best.first >= 0 && std::max(one, other) >= std::max(best.first, best.second)) break;
      const Json& steps = launch["steps"];
      if (conflict(steps[static_cast<std::size_t>(one)], first->lane, steps[static_cast<std::size_t>(other)],
                   second->lane))
        best = {one, other};
    }
  }
  if (best.first >= 0) return best;
  const auto alone = [&](const std::optional<StepSide>& side, const std::vector<int>& found) {
    return !found.empty() ? found.front() : side ? last_step_of(launch, *side) : -1;
  };
  return {alone(first, ones), alone(second, others)};
}

}  // namespace

void add_hazards(Json& launch, const Json& report) {
  Json found = Json::array();
  for (const char* list : {"hazards", "notes"}) {
    for (const Json& hazard : report.value(list, Json::array())) {
      if (hazard["kernel"] != launch["kernel"]) continue;
      const auto first = side_of(hazard["first"], launch);
      const auto second = side_of(hazard["second"], launch);
      const StepPair at = pair_of(launch, first, second);
      if (at.first < 0 && at.second < 0) continue;
      found.push_back({{"kind", hazard["kind"]},
                       {"text", hazard["text"]},
                       {"steps", {at.first, at.second}},
                       {"lanes", {first ? first->lane : 0, second ? second->lane : 0}}});
    }
  }
  if (!found.empty()) launch["hazards"] = found;
}

}  // namespace tutorial::driver
