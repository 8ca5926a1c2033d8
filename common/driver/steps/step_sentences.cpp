#include "driver/steps/step_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "driver/steps/step_bytes.hpp"

namespace tutorial::driver {
namespace {

using Json = nlohmann::json;

int lanes_of(const Json& step) { return std::popcount(step.value("lanes", ~std::uint32_t{0})); }

std::string counted(std::uint64_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string barrier_sentence(const Json& launch, const Json& step) {
  const int threads =
      launch["block"][0].get<int>() * launch["block"][1].get<int>() * launch["block"][2].get<int>();
  const std::string what = step.value("what", "the barrier");
  if (what.starts_with("cluster"))
    return fmt::format(
        "Line {}: all threads of the cluster have reached {}. What they wrote before, all its blocks can "
        "read now.",
        step["line"].get<int>(), what);
  return fmt::format(
      "Line {}: all {} threads have reached {}. What they wrote before, the whole block can read now.",
      step["line"].get<int>(), threads, what);
}

std::string meeting_sentence(const Json& step) {
  std::string text =
      fmt::format("Warp {}, line {}: {} of {}", step["warp"].get<int>(), step["line"].get<int>(),
                  step.value("what", ""), counted(static_cast<unsigned>(lanes_of(step)), "lane"));
  if (!step.contains("from")) return text + ".";
  const auto& from = step["from"];
  const std::uint32_t mask = step.value("lanes", ~std::uint32_t{0});
  const int lane = std::countr_zero(mask);
  return text + fmt::format(": each lane takes the value of another; lane {} takes that of lane {}.", lane,
                            from[0].get<int>());
}

/// "of each bank": how many different words a request of shared memory asks of the bank that it asks most of.
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

/// ", 128 bytes apart" where the lanes' places grow evenly, and not by what each accesses.
std::string distance_text(const Json& step) {
  if (!step["at"].is_object() || step["at"]["by"] == step["bytes"]) return "";
  const std::int64_t by = step["at"]["by"];
  if (by == -step["bytes"].get<std::int64_t>()) return ", in reverse order,";
  return by == 0 ? " at one address" : fmt::format(", {} bytes apart,", by);
}

std::string cost_text(const Json& launch, const Json& step, const std::string& space, const Json* array) {
  const auto cost = step["cost"].get<std::uint64_t>();
  const auto ideal = step["ideal"].get<std::uint64_t>();
  std::string text = counted(cost, space == "global" ? "sector" : "wavefront");
  if (step.value("late", false)) text += ", held back until now";
  const bool wasteful = cost > ideal;
  text += wasteful ? fmt::format("; {} {} enough.", ideal, ideal == 1 ? "is" : "are") : ", the minimum.";
  if (space != "shared" || array == nullptr || step["bytes"] != 4) return text;
  const Banks banks = banks_of(
      step, array->contains("rank") ? 0 : array->value("offset", std::int64_t{0}) - shared_begin(launch));
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
  return fmt::format("Warp {}, line {}: {} {}{} {}{}{} {} {} ({}): {}", step["warp"].get<int>(),
                     step["line"].get<int>(), counted(lanes, "lane"), verb, lanes == 1 ? "s" : "",
                     counted(step["bytes"].get<std::uint64_t>(), "byte"), lanes == 1 ? "" : " each",
                     distance_text(step),
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
      return fmt::format(" {} {} stored what it reads, before the barrier of step {}.", who, have, barrier_);
    return fmt::format(" {} {} stored what it reads, in step {}, and no barrier of the block is between.",
                       who, have, latest);
  }

 private:
  std::map<std::pair<int, std::int64_t>, std::pair<int, std::size_t>> stored_;
  std::size_t count_ = 0;
  std::size_t barrier_ = 0;
};

}  // namespace

void add_sentences(Json& launch) {
  Writers writers;
  for (Json& step : launch["steps"]) {
    const std::string text = sentence(launch, step);
    step["text"] = text + writers.next(launch, step);
  }
}

}  // namespace tutorial::driver
