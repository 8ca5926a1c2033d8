#include "marking/exercise.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "marking/contract.hpp"
#include "support/did_you_mean.hpp"
#include "support/nesting.hpp"
#include "support/text.hpp"

namespace tutorial::marking {
namespace {

using Json = nlohmann::json;

Part part_of(const std::string& name) {
  for (const Part part : parts)
    if (name == name_of(part)) return part;
  throw ExerciseError("'" + name + "' is no part: compiles, right, safe or good");
}

Exercise exercise_from(const Json& json) {
  Exercise exercise;
  exercise.title = json.at("title");
  exercise.teaches = json.at("teaches");
  exercise.minutes = json.at("minutes");
  exercise.level = json.at("level");
  exercise.builds_on = json.at("builds_on").get<std::vector<std::string>>();
  exercise.reference = json.value("reference", "");
  exercise.points = points_from(json.at("points"));
  exercise.contract = contract_from(json.at("contract"));
  exercise.work.by_many_threads = json.value("by_many_threads", true);
  exercise.work.by_several_blocks = json.value("by_several_blocks", true);
  exercise.work.warp_operations = json.value("warp_operations_per_request", exercise.work.warp_operations);
  for (const auto& [file, wrong] : json.at("wrong").items())
    exercise.wrong.push_back({file, part_of(wrong.at("part")), wrong.at("says")});
  exercise.faults = json.value("faults", exercise.faults);
  if (json.contains("starter")) {
    exercise.starter_fails = part_of(json.at("starter").at("part"));
    exercise.starter_says = json.at("starter").value("says", "");
  }
  if (json.contains("predicted")) {
    const Json& predicted = json.at("predicted");
    exercise.starter_time = {predicted.at("gpu"), predicted.at("size"), predicted.at("starter_s")};
  }
  return exercise;
}

struct Manifest {
  std::vector<Exercise> exercises;
  Toolchain toolchain;
};

Toolchain toolchain_from(const Json& json) {
  Toolchain toolchain;
  toolchain.source_dir = json.at("source_dir").get<std::string>();
  toolchain.build_dir = json.at("build_dir").get<std::string>();
  toolchain.cmake = json.at("cmake").get<std::string>();
  toolchain.compiler = json.at("compiler");
  toolchain.flags = json.at("flags").get<std::vector<std::string>>();
  toolchain.lens_flags = json.at("lens_flags").get<std::map<std::string, std::vector<std::string>>>();
  toolchain.libraries = json.at("libraries").get<std::vector<std::string>>();
  toolchain.simulator_headers = json.at("simulator_headers").get<std::string>();
  toolchain.library_headers = json.at("library_headers").get<std::string>();
  toolchain.precompiled = json.at("precompiled").get<std::string>();
  toolchain.cuda_compiler = json.at("cuda_compiler");
  toolchain.cuda_version = json.at("cuda_version");
  toolchain.cuda_host_compiler = json.at("cuda_host_compiler");
  return toolchain;
}

const Manifest& manifest() {
  static const Manifest manifest = [] {
    const std::filesystem::path path = TUTORIAL_EXERCISES_MANIFEST;
    const Json json = read_json(path);
    Manifest read;
    try {
      read.toolchain = toolchain_from(json);
      for (const Json& entry : json.at("exercises")) {
        Exercise exercise = read_exercise(entry.at("name"), entry.at("folder").get<std::string>());
        exercise.chapter = entry.at("chapter");
        exercise.call_object = entry.at("call").get<std::string>();
        exercise.check = entry.at("check").get<std::string>();
        read.exercises.push_back(std::move(exercise));
      }
    } catch (const Json::exception& error) {
      throw ExerciseError(path.string() + ": " + error.what());
    }
    return read;
  }();
  return manifest;
}

}  // namespace

const char* name_of(Part part) {
  switch (part) {
    case Part::compiles: return "compiles";
    case Part::right: return "right";
    case Part::safe: return "safe";
    case Part::good: return "good";
  }
  return "";
}

Json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw ExerciseError("cannot read " + path.string());
  try {
    return Json::parse(file, refuse_deep<Json>);
  } catch (const std::exception& error) {
    throw ExerciseError(path.string() + ": " + error.what());
  }
}

Exercise read_exercise(const std::string& name, const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "exercise.json";
  const Json json = read_json(path);
  try {
    Exercise exercise = exercise_from(json);
    exercise.name = name;
    exercise.folder = folder;
    return exercise;
  } catch (const Json::exception& error) {
    throw ExerciseError(path.string() + ": " + error.what());
  } catch (const ExerciseError& error) {
    throw ExerciseError(path.string() + ": " + error.what());
  }
}

const std::vector<Exercise>& all_exercises() { return manifest().exercises; }
const Toolchain& toolchain() { return manifest().toolchain; }

std::string no_exercise(const std::string& word, const std::vector<std::string>& names) {
  std::string stem = std::filesystem::path(word).filename().string();
  if (stem.ends_with(".cu")) stem.resize(stem.size() - 3);
  return fmt::format("there is no exercise {}.{} ./tutorial exercise list shows all.", text::quoted(word),
                     did_you_mean(stem, names));
}

const Exercise& find_exercise(const std::string& name) { return find_exercise(all_exercises(), name); }

const Exercise& find_exercise(const std::vector<Exercise>& exercises, const std::string& name) {
  std::vector<std::string> names;
  for (const Exercise& exercise : exercises) {
    if (exercise.name == name) return exercise;
    names.push_back(exercise.name);
  }
  throw ExerciseError(no_exercise(name, names));
}

}  // namespace tutorial::marking
