#include "marking/learner/exercise_state.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace tutorial::learner {
namespace {

using nlohmann::json;

constexpr int version = 1;

double number(const json& entry, const char* key) {
  const double value = entry.at(key).get<double>();
  if (!std::isfinite(value) || value < 0) throw BrokenState(fmt::format("{} is {}", key, value));
  return value;
}

int count(const json& entry, const char* key) {
  const double value = number(entry, key);
  if (value != std::floor(value) || value > 1e9) throw BrokenState(fmt::format("{} is {}", key, value));
  return static_cast<int>(value);
}

ExerciseState entry(const json& from) {
  ExerciseState state;
  state.points = number(from, "points");
  state.of = number(from, "of");
  state.solved = from.at("solved").get<bool>();
  state.checks = count(from, "checks");
  state.hints = count(from, "hints");
  state.solution_asked = from.at("solution_asked").get<bool>();
  state.touched = number(from, "touched");
  return state;
}

}  // namespace

std::string state_text(const State& state) {
  json exercises = json::object();
  for (const auto& [name, of] : state) {
    exercises[name] = {{"points", of.points},  {"of", of.of},       {"solved", of.solved},
                       {"checks", of.checks},  {"hints", of.hints}, {"solution_asked", of.solution_asked},
                       {"touched", of.touched}};
  }
  return json({{"version", version}, {"exercises", exercises}}).dump(2) + "\n";
}

State parse_state(const std::string& text) {
  try {
    const json all = json::parse(text);
    if (const int found = count(all, "version"); found != version)
      throw BrokenState(fmt::format("it is of version {}, not {}", found, version));
    State state;
    for (const auto& [name, value] : all.at("exercises").get_ref<const json::object_t&>())
      state[name] = entry(value);
    return state;
  } catch (const json::exception& error) {
    throw BrokenState(error.what());
  }
}

}  // namespace tutorial::learner
