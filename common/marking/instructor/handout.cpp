#include "marking/instructor/handout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "marking/instructor/drawn_fault.hpp"
#include "support/files.hpp"
#include "support/starter.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::instructor {
namespace fs = std::filesystem;

namespace {

/// "ch05_nearest_naive".
bool is_chapter(const std::string& name) {
  return name.size() > 5 && name.starts_with("ch") &&
         std::isdigit(static_cast<unsigned char>(name[2])) != 0 &&
         std::isdigit(static_cast<unsigned char>(name[3])) != 0 && name[4] == '_';
}

bool belongs_at_the_top(const std::string& name) {
  static const std::set<std::string> names = {
      "tutorial",        "CMakeLists.txt", "CMakePresets.json", "README.md",
      "CONTRIBUTING.md", "LICENSE",        "CITATION.cff",      "CHANGELOG.md",
      "common",          "docs",           ".vscode",           ".clang-format",
      ".clang-tidy",     ".clangd",        ".gitignore",        "compile_flags.txt"};
  return names.count(name) > 0 || is_chapter(name);
}

/// Tests of the marking show answers and attacks; what lies about in a folder of exercises may be anything.
bool is_left_out(const fs::path& path) {
  static const std::set<fs::path> folders = {"common/tests/marking", "docs/instructors"};
  const std::string name = path.filename().string();
  return folders.count(path) > 0 || name.starts_with(".") || name.ends_with("~") || name.ends_with(".orig") ||
         name == "__pycache__";
}

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Failure(exit_wrong, "cannot write " + text::quoted(file.string()));
}

/// An exercise's folder: what it consists of, without the answers.
void copy_exercise(const fs::path& source, const fs::path& target) {
  fs::create_directories(target);
  for (const auto& entry : fs::directory_iterator(source)) {
    const std::string name = entry.path().filename().string();
    const std::string extension = entry.path().extension().string();
    if (name == "exercise.cu") {
      try {
        write_text(target / name, starter_of(read_text(entry.path())));
      } catch (const std::runtime_error& error) {
        throw Failure(exit_wrong, fmt::format("{}: {}", text::quoted(entry.path().string()), error.what()));
      }
    } else if (name == "exercise.json") {
      auto json = nlohmann::ordered_json::parse(read_text(entry.path()));
      json["wrong"] = nlohmann::ordered_json::object();
      json.erase("faults");
      write_text(target / name, json.dump(2) + "\n");
    } else if (entry.is_regular_file() &&
               (name == "check.cpp" || name == "call.cpp" || extension == ".hpp" || extension == ".md")) {
      fs::copy_file(entry.path(), target / name);
    }
  }
}

void copy_tree(const fs::path& root, const fs::path& folder, const fs::path& target) {
  fs::create_directories(target / folder);
  for (const auto& entry : fs::directory_iterator(root / folder)) {
    const fs::path path = folder / entry.path().filename();
    if (is_left_out(path) || entry.is_symlink()) continue;
    if (entry.is_regular_file()) {
      fs::copy_file(entry.path(), target / path);
    } else if (entry.is_directory() && folder.filename() == "exercises" &&
               is_chapter(folder.begin()->string())) {
      copy_exercise(entry.path(), target / path);
    } else if (entry.is_directory()) {
      copy_tree(root, path, target);
    }
  }
}

void check_target(const fs::path& source, const fs::path& target) {
  const std::string name = text::quoted(target.string());
  if (fs::exists(target) && !fs::is_directory(target)) throw UsageError(name + " is no folder");
  if (fs::exists(target) && !fs::is_empty(target))
    throw UsageError(name + " is not empty: a handout needs a folder of its own");
  const std::string inside =
      fs::relative(fs::weakly_canonical(fs::absolute(target)), fs::canonical(source)).string();
  if (inside != ".." && !inside.starts_with("../"))
    throw UsageError(name + " is in the tutorial itself: a handout needs a folder outside of it");
}

}  // namespace

void handout(const fs::path& source, const fs::path& target) {
  check_target(source, target);
  fs::create_directories(target);
  for (const auto& entry : fs::directory_iterator(source)) {
    const std::string name = entry.path().filename().string();
    if (!belongs_at_the_top(name) || entry.is_symlink()) continue;
    if (entry.is_directory()) {
      copy_tree(source, name, target);
    } else {
      fs::copy_file(entry.path(), target / name);
    }
  }
}

std::size_t handout_faults(const fs::path& source, const fs::path& target, const Roster& roster,
                           std::uint64_t seed, const Marker& marker) {
  check_target(source, target);
  if (marker.faults.empty()) throw UsageError("no exercise here has faults to draw from: this is a handout");
  const auto folders = roster.folders();
  if (folders.empty()) throw UsageError("the roster has no learners");
  for (const auto& [learner, name] : folders) {
    const fs::path folder = target / name / "my_exercises";
    fs::create_directories(folder);
    for (const auto& [exercise, family] : marker.faults)
      write_text(folder / (exercise + ".cu"),
                 marker.faulty_starter(exercise, fault_for(seed, learner.key(), exercise, family)));
  }
  return folders.size();
}

}  // namespace tutorial::instructor
