#include "marking/contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "marking/records.hpp"
#include "support/did_you_mean.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;

// Of the whole program: bytes that kernels stored outside of the case's arrays; words in which atomic operations have made a sum; calls of the host
// that copy or fill memory; bytes that the host hands to kernels, as arguments or by copies; and accesses of kernels to the shared memory of other blocks.
const Names counters_of_programs = {"bytes_elsewhere", "by_atomics", "calls", "handed_over",
                                    "in_other_blocks"};
// Of whole kernels, computed from what the lens counts: see judge.cpp.
const Names counters_computed = {"threads_before_last_block", "launched_threads", "launched_blocks",
                                 "shared_bytes_per_thread"};
const Names accesses = {"global",      "shared",       "load",         "store",
                        "atomic",      "global load",  "global store", "global atomic",
                        "shared load", "shared store", "shared atomic"};
const Names item_keys = {"counter",         "of",  "kernel",          "at_most", "at_least",
                         "sectors_at_most", "say", "kept_by_starter", "carries", "shrinks"};

bool has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_is_one_of(const std::string& name, const Names& names, const std::string& what) {
  if (!has(names, name))
    throw ExerciseError(
        fmt::format("there is no {} {}.{}", what, text::quoted(name), did_you_mean(name, names)));
}

std::string text_at(const Json& json, const char* key) {
  const Json value = json.value(key, Json(""));
  if (!value.is_string()) throw ExerciseError(fmt::format("{} is no text", key));
  return value.get<std::string>();
}

std::optional<double> number_at(const Json& json, const char* key) {
  if (!json.contains(key)) return std::nullopt;
  if (!json.at(key).is_number() || json.at(key).get<double>() < 0)
    throw ExerciseError(fmt::format("{} is no number from 0 on", key));
  return json.at(key).get<double>();
}

bool flag_at(const Json& json, const char* key) {
  const Json value = json.value(key, Json(false));
  if (!value.is_boolean()) throw ExerciseError(fmt::format("{} is neither true nor false", key));
  return value.get<bool>();
}

Carries carries_at(const Json& json) {
  const std::string carried = text_at(json, "carries");
  if (carried == "values") return Carries::values;
  if (carried == "elements") return Carries::elements;
  if (json.contains("carries")) throw ExerciseError("carries is neither \"values\" nor \"elements\"");
  return Carries::nothing;
}

ContractItem contract_item(const Json& json) {
  if (!json.is_object()) throw ExerciseError("it is no object");
  for (const auto& [key, value] : json.items()) check_is_one_of(key, item_keys, "key");
  ContractItem item;
  item.counter = text_at(json, "counter");
  item.of = text_at(json, "of");
  item.kernel = text_at(json, "kernel");
  item.say = text_at(json, "say");
  item.at_most = number_at(json, "at_most");
  item.at_least = number_at(json, "at_least");
  item.sectors_at_most = number_at(json, "sectors_at_most");
  item.kept_by_starter = flag_at(json, "kept_by_starter");
  item.carries = carries_at(json);
  item.shrinks = flag_at(json, "shrinks");
  if (item.of.empty()) {
    if (has(counters_of_accesses, item.counter))
      throw ExerciseError(
          fmt::format("{} needs \"of\": which accesses, such as \"global load\"", item.counter));
    if (!has(counters_of_programs, item.counter) && !has(counters_computed, item.counter))
      check_is_one_of(item.counter, counters_of_kernels, "counter of kernels");
  } else {
    check_is_one_of(item.counter, counters_of_accesses, "counter of accesses");
    check_is_one_of(item.of, accesses, "kind of access");
  }
  if (item.say.empty()) throw ExerciseError("say is missing: what a learner reads");
  if (item.at_most.has_value() == item.at_least.has_value())
    throw ExerciseError("it needs either at_most or at_least");
  if (item.carries != Carries::nothing && !(item.at_least && item.of.starts_with("shared")))
    throw ExerciseError("carries is only allowed with at_least of accesses to shared memory");
  if (item.shrinks && !item.at_most) throw ExerciseError("shrinks is only allowed with at_most");
  if (item.sectors_at_most && item.counter != "sectors_per_request")
    throw ExerciseError("sectors_at_most is only allowed with sectors_per_request");
  return item;
}

void apply(Exercise& exercise, const Json& changes) {
  if (!changes.is_object() || changes.empty()) throw ExerciseError("neither points nor contract");
  for (const auto& [key, value] : changes.items()) {
    check_is_one_of(key, {"points", "contract"}, "key");
    if (key == "points") exercise.points = points_from(value);
    if (key == "contract") exercise.contract = contract_from(value);
  }
  exercise.changes = changes.dump();
}

}  // namespace

std::map<Part, double> points_from(const Json& json) {
  Names names;
  for (const Part part : parts) names.emplace_back(name_of(part));
  if (!json.is_object()) throw ExerciseError("points is no object");
  for (const auto& [key, value] : json.items()) check_is_one_of(key, names, "part");
  std::map<Part, double> points;
  double sum = 0;
  for (const Part part : parts) {
    const auto value = number_at(json, name_of(part));
    if (!value) throw ExerciseError(fmt::format("points of {} are missing", name_of(part)));
    sum += points[part] = *value;
  }
  if (std::abs(sum - 100) > 1e-9) throw ExerciseError(fmt::format("points must sum to 100, not {:g}", sum));
  return points;
}

std::vector<ContractItem> contract_from(const Json& json) {
  if (!json.is_array()) throw ExerciseError("contract is no list");
  std::vector<ContractItem> contract;
  for (const Json& item : json) {
    try {
      contract.push_back(contract_item(item));
    } catch (const ExerciseError& error) {
      throw ExerciseError(fmt::format("item {} of the contract: {}", contract.size() + 1, error.what()));
    }
  }
  return contract;
}

void apply_contracts(std::vector<Exercise>& exercises, const std::filesystem::path& file) {
  const Json json = read_json(file);
  Names names;
  for (const Exercise& exercise : exercises) names.push_back(exercise.name);
  std::vector<Exercise> changed = exercises;
  const std::string path = text::quoted(file.string());
  if (!json.is_object()) throw ExerciseError(path + " is no object of exercises");
  for (const auto& [name, changes] : json.items()) {
    try {
      check_is_one_of(name, names, "exercise");
      apply(changed[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())],
            changes);
    } catch (const ExerciseError& error) {
      throw ExerciseError(fmt::format("{}: {}: {}", path, text::escaped(name), error.what()));
    }
  }
  exercises = std::move(changed);
}

}  // namespace tutorial::marking
