#include "driver/steps/step_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "driver/steps/barrier_reasons.hpp"
#include "driver/steps/source_context.hpp"
#include "driver/steps/step_bytes.hpp"

namespace tutorial::driver {
namespace {

using Json = nlohmann::json;

int lanes_of(const Json& step) { return std::popcount(step.value("lanes", ~std::uint32_t{0})); }

std::string counted(std::uint64_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// "lanes 0 to 15", "lane 3", "12 lanes".
std::string lanes_text(std::uint32_t mask) {
  const int first = std::countr_zero(mask);
  const int count = std::popcount(mask);
  if (count == 1) return fmt::format("lane {}", first);
  if (std::popcount(mask & (mask >> 1)) == count - 1)
    return fmt::format("lanes {} to {}", first, first + count - 1);
  return fmt::format("{} lanes, the first of them lane {},", count, first);
}

/// "Warp 3, line 42, round 2": where a step is. Rounds are iterations of the loops around it, the outermost first.
std::string place_text(const Json& step) {
  std::string text = fmt::format("Warp {}, line {}", step["warp"].get<int>(), step["line"].get<int>());
  if (!step.contains("rounds")) return text;
  std::string rounds;
  for (const Json& each : step["rounds"])
    rounds += (rounds.empty() ? "" : "/") + std::to_string(each.get<int>());
  return text + ", round " + rounds;
}

std::string barrier_sentence(const Json& launch, const Json& step) {
  const int threads =
      launch["block"][0].get<int>() * launch["block"][1].get<int>() * launch["block"][2].get<int>();
  const std::string what = step.value("what", "the barrier");
  if (what.starts_with("cluster"))
    return fmt::format(
        "Line {}: all threads of the cluster have reached {}. All its blocks can now read what they "
        "wrote before.",
        step["line"].get<int>(), what);
  return fmt::format(
      "Line {}: all {} threads have reached {}. The whole block can now read what they wrote before.",
      step["line"].get<int>(), threads, what);
}

bool is_vote(const Json& step) {
  const std::string what = step.value("what", "");
  return step.contains("values") &&
         (what.find("ballot") != std::string::npos || what.find("any_sync") != std::string::npos ||
          what.find("all_sync") != std::string::npos);
}

/// ": lanes 0 to 3 vote yes."
std::string vote_text(const Json& step) {
  const Json& values = step["values"];
  const std::uint32_t mask = step.value("lanes", ~std::uint32_t{0});
  std::uint32_t yes = 0;
  std::size_t index = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((mask >> lane & 1) != 0) yes |= (values[values.size() == 1 ? 0 : index++] != 0 ? 1u : 0u) << lane;
  return yes == 0 ? ": no lane votes yes."
                  : fmt::format(": {} vote{} yes.", yes == mask ? "all" : lanes_text(yes),
                                std::popcount(yes) == 1 && yes != mask ? "s" : "");
}

std::string meeting_sentence(const Json& step) {
  std::string text = fmt::format("{}: {} of {}", place_text(step), step.value("what", ""),
                                 counted(static_cast<unsigned>(lanes_of(step)), "lane"));
  if (is_vote(step)) return text + vote_text(step);
  if (!step.contains("from")) return text + ".";
  const auto& from = step["from"];
  const std::uint32_t mask = step.value("lanes", ~std::uint32_t{0});
  const int lane = std::countr_zero(mask);
  return text + fmt::format(": each lane takes the value of another; lane {} takes that of lane {}.", lane,
                            from[0].get<int>());
}

/// "of each bank": the number of different words that a request of shared memory needs from the busiest bank.
struct Banks {
  int most = 0;  ///< the bank
  std::size_t words = 0;
  std::size_t banks = 0;  ///< of which anything is asked
  std::size_t all = 0;    ///< different words
};

Banks banks_of(const Json& step, std::int64_t offset) {
  std::array<std::set<std::int64_t>, 32> words;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!takes_part(step, step["warp"], lane)) continue;
    const Bytes bytes = bytes_of(step, lane);
    for (std::int64_t at = offset + bytes.begin; at < offset + bytes.end; at += 4)
      words[static_cast<std::size_t>(at / 4 % 32)].insert(at / 4);
  }
  Banks banks;
  for (std::size_t bank = 0; bank < words.size(); ++bank) {
    banks.all += words[bank].size();
    banks.banks += words[bank].empty() ? 0 : 1;
    if (words[bank].size() > banks.words) {
      banks.most = static_cast<int>(bank);
      banks.words = words[bank].size();
    }
  }
  return banks;
}

/// What the distance of the lanes' words means for the banks that they meet; "" where it says nothing.
std::string distance_in_banks(const Json& step, int bank) {
  if (!step["at"].is_object() || step["bytes"] != 4) return "";
  const std::int64_t by = step["at"]["by"];
  if (by <= 4 || by % 4 != 0) return "";
  const std::int64_t words = by / 4;
  const std::string distance = fmt::format(" {} bytes are {} words", by, words);
  const std::int64_t banks = 32 / std::gcd(words, std::int64_t{32});
  if (banks == 1)
    return fmt::format("{}, and there are 32 banks, so all lanes need bank {}.", distance, bank);
  if (banks < 32) return fmt::format("{}, so the lanes share {} of the 32 banks.", distance, banks);
  return fmt::format("{}, so each lane's bank is {} further than that of the lane before.", distance,
                     words % 32);
}

/// ", 128 bytes apart" where the lanes' places grow evenly, and not by what each accesses.
std::string distance_text(const Json& step) {
  if (!step["at"].is_object() || step["at"]["by"] == step["bytes"]) return "";
  const std::int64_t by = step["at"]["by"];
  if (by == -step["bytes"].get<std::int64_t>()) return ", in reverse order,";
  return by == 0 ? " at one address" : fmt::format(", {} bytes apart,", by);
}

/// Of a request whose lanes each touch a sector that they use little of.
std::string lonely_sectors(const Json& step) {
  const auto bytes = step["bytes"].get<std::int64_t>();
  if (!step["at"].is_object() || std::abs(step["at"]["by"].get<std::int64_t>()) < 32 || bytes >= 32)
    return "";
  return fmt::format(" Each lane touches a sector of its own, and uses {} of its 32 bytes.", bytes);
}

std::string cost_text(const Json& launch, const Json& step, const std::string& space, const Json* array) {
  const auto cost = step["cost"].get<std::uint64_t>();
  const auto ideal = step["ideal"].get<std::uint64_t>();
  std::string text = counted(cost, space == "global" ? "sector" : "wavefront");
  if (step.value("late", false)) text += ", held back until now";
  const bool wasteful = cost > ideal;
  text += wasteful ? fmt::format("; {} {} enough.", ideal, ideal == 1 ? "is" : "are") : ", the minimum.";
  if (array == nullptr) return text;
  if (space == "global") return wasteful ? text + lonely_sectors(step) : text;
  if (space != "shared" || step["bytes"] != 4) return text;
  const Banks banks = banks_of(
      step, array->contains("rank") ? 0 : array->value("offset", std::int64_t{0}) - shared_begin(launch));
  text += distance_in_banks(step, banks.most);
  if (wasteful)
    return text + fmt::format(" {} different words are in bank {}, which serves one per wavefront.",
                              banks.words, banks.most);
  return banks.all > 1 ? text + fmt::format(" {} words, in {} banks.", banks.all, banks.banks) : text;
}

std::string access_sentence(const Json& launch, const Json& step) {
  const int number = step.value("array", -1);
  const Json* array = number < 0 ? nullptr : &launch["arrays"][static_cast<std::size_t>(number)];
  const std::string kind = step["kind"];
  const auto lanes = static_cast<unsigned>(lanes_of(step));
  const std::string verb = kind == "load" ? "load" : kind == "store" ? "store" : "update";
  const std::string space = array == nullptr ? "global" : (*array)["space"].get<std::string>();
  const std::string name = array == nullptr ? "memory" : (*array)["name"].get<std::string>();
  return fmt::format("{}: {} {}{} {}{}{} {} {} ({}): {}", place_text(step), counted(lanes, "lane"), verb,
                     lanes == 1 ? "s" : "", counted(step["bytes"].get<std::uint64_t>(), "byte"),
                     lanes == 1 ? "" : " each", distance_text(step),
                     kind == "load"    ? "from"
                     : kind == "store" ? "to"
                                       : "in",
                     name, space, cost_text(launch, step, space, array));
}

std::string sentence(const Json& launch, const Json& step) {
  if (step["kind"] == "barrier") return barrier_sentence(launch, step);
  if (step["kind"] == "warp") return meeting_sentence(step);
  return access_sentence(launch, step);
}

/// Who has stored what a warp loads from shared memory.
class Writers {
 public:
  /// To be called for each step, in order. @return a sentence where another warp has stored what this one loads, else ""
  std::string next(const Json& launch, Json& step) {
    const std::size_t number = ++count_;
    if (step["kind"] == "barrier") {
      barrier_ = number;
      return "";
    }
    const int array = step.value("array", -1);
    if (array < 0 || launch["arrays"][static_cast<std::size_t>(array)]["space"] != "shared") return "";
    std::set<int> others;
    std::size_t latest = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (!takes_part(step, step["warp"], lane)) continue;
      const Bytes bytes = bytes_of(step, lane);
      for (std::int64_t word = bytes.begin / 4; word * 4 < bytes.end; ++word) {
        if (step["kind"] != "load") {
          stored_[{array, word}] = {step["warp"].get<int>(), number};
        } else if (const auto by = stored_.find({array, word});
                   by != stored_.end() && by->second.first != step["warp"]) {
          others.insert(by->second.first);
          latest = std::max(latest, by->second.second);
        }
      }
    }
    if (others.empty()) return "";
    step["stored_by"] = others;
    const std::string who = others.size() == 1 ? fmt::format("Warp {}", *others.begin())
                                               : fmt::format("{} other warps", others.size());
    const char* const have = others.size() == 1 ? "has" : "have";
    if (latest < barrier_)
      return fmt::format(" {} {} stored what it loads, before the barrier of step {}.", who, have, barrier_);
    return fmt::format(" {} {} stored what it loads, in step {}, and no barrier of the block is between.",
                       who, have, latest);
  }

 private:
  std::map<std::pair<int, std::int64_t>, std::pair<int, std::size_t>> stored_;
  std::size_t count_ = 0;
  std::size_t barrier_ = 0;
};

/// The lanes of a warp that there are: fewer than 32 in the last warp of some blocks.
std::uint32_t lanes_there_are(const Json& launch, const Json& step) {
  const unsigned threads = launch["block"][0].get<unsigned>() * launch["block"][1].get<unsigned>() *
                           launch["block"][2].get<unsigned>();
  const unsigned before = step["warp"].get<unsigned>() * 32;
  return threads >= before + 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << (threads - before)) - 1;
}

/// " Lanes 0 to 15 are in `if (thread < stride)`." where some of the warp's lanes are not.
std::string branch_sentence(const Json& launch, const Json& step) {
  const std::uint32_t mask = step.value("lanes", ~std::uint32_t{0});
  if (mask == lanes_there_are(launch, step)) return "";
  const Json& source = launch["sources"][step["file"].get<std::size_t>()];
  const std::string branch = branch_around(source["lines"], source["first"], step["line"]);
  if (branch.empty()) return "";
  std::string lanes = lanes_text(mask);
  lanes[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(lanes[0])));
  return fmt::format(" {} {} in the branch: {}.", lanes, std::popcount(mask) == 1 ? "is" : "are", branch);
}

/// Of the hazards that this step is a part of.
std::string hazard_sentence(const Json& launch, int step) {
  std::string text;
  for (const Json& hazard : launch.value("hazards", Json::array())) {
    const std::string kind = hazard["kind"];
    for (int side = 0; side < 2; ++side) {
      const int other = hazard["steps"][1 - side];
      if (hazard["steps"][side] != step || (side == 1 && other == step)) continue;
      if (kind.starts_with("race") && other >= 0)
        text += fmt::format(
            " A race: lane {} here and lane {} of step {} use the same memory, and nothing orders the two.",
            hazard["lanes"][side].get<int>(), hazard["lanes"][1 - side].get<int>(), other + 1);
      else
        text += fmt::format(" A hazard: {}.", kind);
    }
  }
  return text;
}

}  // namespace

void add_sentences(Json& launch) {
  Writers writers;
  int number = 0;
  for (Json& step : launch["steps"]) {
    std::string text = sentence(launch, step);
    if (step["kind"] != "barrier") text += branch_sentence(launch, step);
    text += writers.next(launch, step);
    step["text"] = text + hazard_sentence(launch, number++);
  }
  add_barrier_reasons(launch);
}

}  // namespace tutorial::driver
