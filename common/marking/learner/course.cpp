#include "marking/learner/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "support/files.hpp"
#include "support/starter.hpp"
#include "support/text.hpp"
#include "tutorial/errors.hpp"

namespace tutorial::learner {
namespace fs = std::filesystem;
namespace {

bool leads_to(const std::string& word, const fs::path& wanted) {
  std::error_code none;
  return fs::equivalent(word, wanted, none);
}

std::string source_of(const marking::Exercise& exercise, std::string (*side)(std::string_view)) {
  const fs::path file = exercise.folder / "exercise.cu";
  const std::string source = read_text(file);
  if (source.empty()) throw Failure(exit_wrong, fmt::format("cannot read {}", file.string()));
  try {
    return side(source);
  } catch (const std::runtime_error& error) {
    throw Failure(exit_wrong, fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace

std::vector<std::string> Course::names() const {
  std::vector<std::string> all;
  for (const marking::Exercise& exercise : exercises) all.push_back(exercise.name);
  return all;
}

const marking::Exercise& Course::find(const std::string& word, const fs::path& folder) const {
  for (const marking::Exercise& exercise : exercises) {
    const std::string file = exercise.name + ".cu";
    if (word == exercise.name || word == file || leads_to(word, folder / file) ||
        leads_to(word, exercise.folder))
      return exercise;
  }
  throw UsageError(marking::no_exercise(word, names()));
}

std::string starter(const marking::Exercise& exercise) { return source_of(exercise, starter_of); }

std::string solution(const marking::Exercise& exercise) { return source_of(exercise, solution_of); }

std::vector<std::string> hints(const marking::Exercise& exercise) {
  std::vector<std::string> found;
  bool inside = false;
  std::istringstream lines(read_text(exercise.folder / "hints.md"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ") || line.starts_with("# ")) {
      inside = line.starts_with("## Hint ");
      if (inside) found.emplace_back();
    } else if (inside) {
      found.back() += line + "\n";
    }
  }
  std::transform(found.begin(), found.end(), found.begin(), text::trimmed);
  return found;
}

}  // namespace tutorial::learner
