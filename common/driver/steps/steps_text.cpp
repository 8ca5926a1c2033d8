#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "driver/steps/steps.hpp"
#include "support/text.hpp"

namespace tutorial::driver {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_pattern = 24;  // of steps that repeat
constexpr std::size_t fewest_repeats = 3;

/// Of the hazards whose later access is this step: what they are, and where the other access is.
std::string hazards_at(const Json& launch, int step) {
  std::string text;
  for (const Json& hazard : launch.value("hazards", Json::array())) {
    const int first = hazard["steps"][0];
    const int second = hazard["steps"][1];
    if (std::max(first, second) != step) continue;
    const int other = std::min(first, second);
    text += fmt::format("     !  {}{}: {}\n", hazard["kind"].get<std::string>(),
                        other >= 0 && other != step ? fmt::format(", with step {}", other + 1) : "",
                        hazard["text"].get<std::string>());
  }
  return text;
}

/// What two steps have in common that differ in their warp, round and neighbors only.
std::vector<std::string> keys_of(const Json& launch) {
  static const std::regex numbers("([Ww]arp|round|step|steps|bank|words?) [0-9/]+");
  std::vector<std::string> keys;
  int number = 0;
  for (const Json& step : launch["steps"])
    keys.push_back(std::regex_replace(step["text"].get<std::string>(), numbers, "$1") +
                   hazards_at(launch, number++));
  return keys;
}

struct Repeats {
  std::size_t length = 1;  ///< of the pattern
  std::size_t count = 1;   ///< how often it is there
};

/// The pattern that begins here and hides most steps.
Repeats repeats_at(const std::vector<std::string>& keys, std::size_t at) {
  Repeats best;
  for (std::size_t length = 1; length <= longest_pattern && at + length * fewest_repeats <= keys.size();
       ++length) {
    std::size_t end = at + length;
    while (end < keys.size() && keys[end] == keys[end - length]) ++end;
    const std::size_t count = (end - at) / length;
    if (count >= fewest_repeats && (count - 1) * length > (best.count - 1) * best.length)
      best = {length, count};
  }
  return best;
}

/// "warps 1 to 31", "rounds 2 to 128": what tells the repeats apart.
std::string told_apart(const Json& launch, std::size_t at, const Repeats& repeats) {
  std::vector<std::pair<int, Json>> each;
  for (std::size_t i = 1; i < repeats.count; ++i) {
    const Json& step = launch["steps"][at + i * repeats.length];
    each.emplace_back(step.value("warp", -1), step.value("rounds", Json()));
  }
  const auto& [first_warp, first_rounds] = each.front();
  const auto& [last_warp, last_rounds] = each.back();
  const auto from_to = [](const char* name, int first, int last) {
    return first == last ? fmt::format(" for {} {}", name, first)
                         : fmt::format(" for {}s {} to {}", name, first, last);
  };
  if (first_warp >= 0 && last_warp - first_warp + 1 == static_cast<int>(each.size()))
    return from_to("warp", first_warp, last_warp);
  if (!first_rounds.is_null() && !last_rounds.is_null() && first_warp == last_warp) {
    const int first = first_rounds.back();
    const int last = last_rounds.back();
    if (last - first + 1 == static_cast<int>(each.size())) return from_to("round", first, last);
  }
  return fmt::format(", {} times", each.size());
}

std::string source_line(const Json& launch, const Json& step) {
  const Json& source = launch["sources"][step["file"].get<std::size_t>()];
  const int index = step["line"].get<int>() - source["first"].get<int>();
  if (index < 0 || index >= static_cast<int>(source["lines"].size())) return "";
  return fmt::format("        {}:{}: {}\n", source["name"].get<std::string>(), step["line"].get<int>(),
                     text::trimmed(source["lines"][static_cast<std::size_t>(index)].get<std::string>()));
}

std::string steps_of(const Json& launch) {
  const std::vector<std::string> keys = keys_of(launch);
  const Json& steps = launch["steps"];
  std::set<std::pair<int, int>> lines;  // those that are shown
  std::string text;
  for (std::size_t at = 0; at < steps.size();) {
    const Repeats repeats = repeats_at(keys, at);
    for (std::size_t i = at; i < at + repeats.length; ++i) {
      if (lines.emplace(steps[i]["file"], steps[i]["line"]).second) text += source_line(launch, steps[i]);
      text += fmt::format("{:>6}  {}\n", i + 1, steps[i]["text"].get<std::string>());
      text += hazards_at(launch, static_cast<int>(i));
    }
    const std::size_t end = at + repeats.length * repeats.count;
    if (repeats.count > 1)
      text += fmt::format("     …  steps {} to {}: the same{}\n", at + repeats.length + 1, end,
                          told_apart(launch, at, repeats));
    at = end;
  }
  return text;
}

}  // namespace

std::string kernel_of(const Json& launch) {
  return launch.value("variant", launch["kernel"].get<std::string>());
}

std::string steps_text(const std::string& steps) {
  std::string text;
  const Json all = Json::parse(steps);
  for (const Json& launch : all["launches"]) {
    const Json& index = launch["block_index"];
    text += fmt::format("{}, block ({}, {}, {}): {} step{}\n", kernel_of(launch), index[0].get<int>(),
                        index[1].get<int>(), index[2].get<int>(), launch["steps"].size(),
                        launch["steps"].size() == 1 ? "" : "s");
    if (launch.contains("order")) text += fmt::format("{}\n", launch["order"].get<std::string>());
    if (launch.contains("note")) text += launch["note"].get<std::string>() + "\n";
    text += steps_of(launch);
    if (launch["cut"]) text += "        The recording ends here: more steps than it keeps.\n";
  }
  return text;
}

}  // namespace tutorial::driver
