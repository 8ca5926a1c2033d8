#include "driver/data/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "support/source_file.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::driver {
namespace {

using nlohmann::json;

Role role_from(const std::string& word) {
  static const std::map<std::string, Role> roles = {{"baseline", Role::baseline},
                                                    {"naive", Role::naive},
                                                    {"rung", Role::rung},
                                                    {"ceiling", Role::ceiling},
                                                    {"demo", Role::demo}};
  const auto found = roles.find(word);
  if (found == roles.end()) throw Failure(exit_wrong, fmt::format("unknown role '{}'", word));
  return found->second;
}

/// What the head of a program's source says of it: its question, and what its rung changes.
void read_head(Program& program, const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string first;
  std::string second;
  std::getline(in, first);
  std::getline(in, second);
  program.teaches = source_file::question_in(first, program.name);
  program.step = source_file::step_in(second);
}

Program program_from(const json& entry, const std::filesystem::path& source_dir) {
  Program program;
  program.chapter = entry.at("chapter");
  program.part = entry.at("part");
  program.further = entry.at("further");
  // A conversion of 1e42 would be undefined.
  if (!entry.at("number").is_number_integer()) throw Failure(exit_wrong, "a program's number is no integer");
  program.number = entry.at("number");
  program.name = entry.at("name");
  program.source = entry.at("source");
  program.role = role_from(entry.at("role"));
  program.ladder = entry.at("ladder");
  program.continues = entry.at("continues");
  program.explain = entry.at("explain").get<std::vector<std::string>>();
  program.faults = entry.at("faults").get<std::vector<std::string>>();
  program.sample = entry.at("sample").get<std::vector<std::string>>();
  program.sample_blocks = entry.at("sample_blocks");
  for (const auto& [backend, path] : entry.at("binaries").items()) {
    program.binaries[backend] = path.get<std::string>();
  }
  for (const json& snapshot : entry.at("snapshots"))
    program.snapshots[snapshot.at("kind")] = {snapshot.at("target"), snapshot.at("binary").get<std::string>(),
                                              snapshot.at("depfile").get<std::string>()};
  read_head(program, source_dir / program.source);
  return program;
}

Exercise exercise_from(const std::string& folder, const std::filesystem::path& source_dir) {
  const std::filesystem::path path = folder;  // CHAPTER/exercises/NAME or CHAPTER/PART/exercises/NAME
  if (std::distance(path.begin(), path.end()) < 3)
    throw Failure(exit_wrong, fmt::format("'{}' is no folder of an exercise", folder));
  const std::string second = std::next(path.begin())->string();
  std::ifstream in(source_dir / path / "exercise.json");
  return {.chapter = path.begin()->string(),
          .part = second == "exercises" ? "" : second,
          .name = path.filename().string(),
          .source = folder,
          .teaches = json::parse(in).at("teaches")};
}

BenchSizes bench_sizes_from(const json& entry) {
  return {.chapter = entry.at("chapter"),
          .ladder = entry.at("ladder"),
          .program = entry.at("program"),
          .sizes = entry.at("sizes").get<std::vector<std::string>>(),
          .others = entry.at("others").get<std::vector<std::string>>(),
          .bytes = entry.at("bytes"),
          .operations = entry.at("operations")};
}

}  // namespace

std::string Program::folder() const {
  return chapter + (part.empty() ? "" : "/" + part) + (further ? "/further" : "");
}

std::string short_name(const std::string& chapter) { return chapter.substr(0, chapter.find('_')); }

bool Manifest::has_backend(const std::string& backend) const {
  return std::find(backends.begin(), backends.end(), backend) != backends.end();
}

const Program& Manifest::program(const std::string& name) const {
  for (const Program& program : programs) {
    if (program.name == name) return program;
  }
  throw Failure(exit_wrong, fmt::format("there is no program '{}'", name));
}

void Manifest::sort() {
  const auto place_of = [](const auto& list, auto&& is_meant) {
    return std::find_if(list.begin(), list.end(), is_meant) - list.begin();
  };
  const auto folder_of = [&](const auto& thing) {
    const auto chapter =
        place_of(chapters, [&](const Chapter& known) { return known.name == thing.chapter; });
    const auto part = thing.part.empty() ? -1 : place_of(parts, [&](const Part& known) {
      return known.chapter == thing.chapter && known.name == thing.part;
    });
    return std::pair(chapter, part);
  };
  std::stable_sort(programs.begin(), programs.end(), [&](const Program& a, const Program& b) {
    return std::tuple(folder_of(a), a.further, a.number) < std::tuple(folder_of(b), b.further, b.number);
  });
  std::stable_sort(exercises.begin(), exercises.end(),
                   [&](const Exercise& a, const Exercise& b) { return folder_of(a) < folder_of(b); });
}

Manifest read_manifest(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in)
    throw Failure(exit_wrong,
                  fmt::format("cannot read {}: configure first (./tutorial does)", file.string()));
  try {
    const json root = json::parse(in);
    Manifest manifest;
    manifest.source_dir = root.at("source_dir").get<std::string>();
    manifest.build_dir = root.at("build_dir").get<std::string>();
    manifest.cmake = root.at("cmake").get<std::string>();
    manifest.backends = root.at("backends").get<std::vector<std::string>>();
    manifest.cuda_compiler = root.at("cuda").at("compiler");
    manifest.cuda_version = root.at("cuda").at("version");
    for (const json& entry : root.at("chapters"))
      manifest.chapters.push_back({entry.at("name"), entry.at("question")});
    for (const json& entry : root.at("parts"))
      manifest.parts.push_back({entry.at("chapter"), entry.at("name"), entry.at("question")});
    for (const json& entry : root.at("programs")) {
      manifest.programs.push_back(program_from(entry, manifest.source_dir));
    }
    for (const std::string folder : root.at("exercises"))
      manifest.exercises.push_back(exercise_from(folder, manifest.source_dir));
    for (const json& entry : root.at("bench")) manifest.bench.push_back(bench_sizes_from(entry));
    manifest.sort();
    return manifest;
  } catch (const std::exception& error) {
    throw Failure(exit_wrong, fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace tutorial::driver
